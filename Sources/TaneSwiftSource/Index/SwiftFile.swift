/// A Swift source file: its name and its bytes, read by whoever asks.
public struct SwiftFile: Sendable {
  /// The file's name as users know it.
  public let name: String
  /// The contents in UTF-8.
  public let bytes: [UInt8]

  /// Creates a file.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
