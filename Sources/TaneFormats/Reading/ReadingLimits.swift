/// The limits for reading files.
enum ReadingLimits {
  /// The maximum size of a file in bytes; positions are 32-bit numbers.
  static let bytes = Int(Int32.max)
  /// The maximum nesting depth of lists and maps, including expanded aliases.
  static let levels = 512
  /// The maximum number of nodes that all aliases of a file may expand to.
  static let aliasedNodes = 1_000_000
}
