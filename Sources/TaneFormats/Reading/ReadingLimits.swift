/// How much a file may hold.
enum ReadingLimits {
  /// The size of a file in bytes; positions are 32-bit numbers.
  static let bytes = Int(Int32.max)
  /// The levels of lists and maps inside one another, those that aliases bring included.
  static let levels = 512
  /// The nodes that all aliases of a file may stand for together.
  static let aliasedNodes = 1_000_000
}
