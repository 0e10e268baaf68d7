public import TaneCore

/// Writes a tree as YAML that a person likes to read and that reads back as the same tree.
///
/// Lists and maps are in block style, indented by two spaces; quotes stand only where the text
/// would otherwise be read as something else; text of several lines is a literal block.
///
/// ```yaml
/// shops:
///   - id: 0
///     name: 麺屋
/// ```
public struct YAMLWriter: Sendable {
  private let keyOrder: KeyOrdering

  /// Creates a writer that puts the entries of maps in an order.
  public init(keyOrder: KeyOrdering = .source) {
    self.keyOrder = keyOrder
  }

  /// The text of a tree, with a line end at its end.
  public func write(_ tree: Tree) -> String {
    String(decoding: bytes(of: tree), as: UTF8.self)
  }

  /// The text of a tree in UTF-8, as files have it.
  public func bytes(of tree: Tree) -> [UInt8] {
    var bytes: [UInt8] = []
    write(tree) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Hands the text of a tree to a sink in chunks of UTF-8.
  ///
  /// Each chunk is valid only until the sink returns.
  public func write(
    _ tree: Tree,
    to sink: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) rethrows {
    var emitter = YAMLEmitter(tree, keyOrder: keyOrder)
    while emitter.writeNext() {
      if emitter.output.isFull { try emitter.output.drain(to: sink) }
    }
    try emitter.output.drain(to: sink)
  }
}
