/// A Swift source file with its name and content.
public struct SwiftFile: Sendable {
  /// The name of the file in messages.
  package let name: String
  /// The contents, encoded as UTF-8.
  package let bytes: [UInt8]

  /// Creates a source file from its name and contents; nothing is read from disk.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
