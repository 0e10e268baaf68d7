public import TaneCore

/// Writes a tree as JSON that reads back as the same tree.
///
/// The server's time is written as the Realtime Database spells it, `{".sv":"timestamp"}`.
public struct JSONWriter: Sendable {
  /// How the text is laid out.
  public enum Layout: Sendable {
    /// Every value on a line of its own, indented by two spaces, with a line end at the end.
    case pretty
    /// No white space at all.
    case compact
  }

  /// A node that JSON cannot hold: a number that is not finite, or a value with a tag.
  public struct NotRepresentable: Error, Hashable, CustomStringConvertible {
    /// Where the node stands in the tree.
    public let path: TreePath
    /// Where the node stands in its file, if it was read from one.
    public let position: SourcePosition?
    /// What the node is, as YAML spells it: `.nan`, `!geopoint`.
    public let found: String

    /// The node as it is called in a tree that holds the tree at a path.
    package func placed(below root: TreePath) -> NotRepresentable {
      NotRepresentable(path: root.appending(path), position: position, found: found)
    }

    /// What was found, where, and what to do.
    public var description: String {
      let place = position.map { "\($0): " } ?? ""
      return "\(place)JSON cannot hold \(found) at \(path); write YAML instead"
    }
  }

  private let layout: Layout
  private let keyOrder: KeyOrdering

  /// Creates a writer with a layout that puts the entries of maps in an order.
  public init(_ layout: Layout = .pretty, keyOrder: KeyOrdering = .source) {
    self.layout = layout
    self.keyOrder = keyOrder
  }

  /// The text of a tree.
  ///
  /// - Throws: `NotRepresentable` for the first node that JSON cannot hold.
  public func write(_ tree: Tree) throws -> String {
    var bytes: [UInt8] = []
    try write(tree) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Hands the text of a tree to a sink in chunks of UTF-8.
  ///
  /// Each chunk is valid only until the sink returns.
  ///
  /// - Throws: What the sink throws, or `NotRepresentable` at the first node that JSON cannot hold,
  ///   when the text before it may have been handed over already.
  public func write(
    _ tree: Tree,
    to sink: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    var emitter = JSONEmitter(tree, isPretty: layout == .pretty, keyOrder: keyOrder)
    while try emitter.writeNext() {
      if emitter.output.isFull { try emitter.output.drain(to: sink) }
    }
    try emitter.output.drain(to: sink)
  }
}
