public import TaneCore

/// A writer that renders trees as readable YAML, from which the same trees can be read.
///
/// Lists and maps are in block style, indented by two spaces; text is quoted only if it would
/// otherwise be read as a different value; multi-line text is a literal block.
///
/// ```yaml
/// shops:
///   - id: 0
///     name: 麺屋
/// ```
public struct YAMLWriter: Sendable {
  private let keyOrder: KeyOrdering

  /// Creates a writer that writes map entries in the given order.
  public init(keyOrder: KeyOrdering = .source) {
    self.keyOrder = keyOrder
  }

  /// Returns the YAML text of a tree, with a trailing line break.
  public func write(_ tree: Tree) -> String {
    String(decoding: bytes(of: tree), as: UTF8.self)
  }

  /// Returns the YAML text of a tree in UTF-8, with a trailing line break.
  package func bytes(of tree: Tree) -> [UInt8] {
    var bytes: [UInt8] = []
    write(tree) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Writes the text of a tree to a sink in chunks of UTF-8.
  ///
  /// Each chunk is valid only until the sink returns.
  package func write(
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
