public import TaneCore

/// A writer that renders trees as JSON, from which the same trees can be read.
///
/// A server timestamp is written in the Realtime Database's form, `{".sv":"timestamp"}`.
public struct JSONWriter: Sendable {
  /// The layout of the text.
  public enum Layout: Sendable {
    /// One value on each line, indented by two spaces, with a trailing line break.
    case pretty
    /// No white space outside strings.
    case compact
  }

  /// An error for a node that JSON cannot represent: a non-finite number, or a value with a tag.
  public struct UnrepresentableNodeError: Error, Hashable, CustomStringConvertible {
    /// The path of the node in the tree.
    public let path: TreePath
    /// The position of the node in its file, or nil if it was not read from a file.
    public let position: SourcePosition?
    /// The node in YAML notation: `.nan`, `!geopoint`.
    public let found: String

    /// Returns the error with a root prepended to its path.
    package func placed(below root: TreePath) -> UnrepresentableNodeError {
      UnrepresentableNodeError(path: root.appending(path), position: position, found: found)
    }

    /// The problem, its position and the remedy.
    public var description: String {
      let place = position.map { "\($0): " } ?? ""
      return "\(place)JSON cannot represent \(found) at \(path); write YAML instead"
    }
  }

  private let layout: Layout
  private let keyOrder: KeyOrdering
  private let escapesControls: Bool

  /// Creates a writer that uses the given layout and writes map entries in the given order.
  ///
  /// In the pretty layout, characters that control a terminal, end a line or reorder text are
  /// escaped.
  public init(_ layout: Layout = .pretty, keyOrder: KeyOrdering = .source) {
    self.init(layout, keyOrder: keyOrder, escapesControls: layout == .pretty)
  }

  /// Creates a writer that escapes control characters only if `escapesControls` is true, regardless
  /// of the layout.
  package init(_ layout: Layout, keyOrder: KeyOrdering = .source, escapesControls: Bool) {
    self.layout = layout
    self.keyOrder = keyOrder
    self.escapesControls = escapesControls
  }

  /// Returns the JSON text of a tree.
  ///
  /// - Throws: `UnrepresentableNodeError` for the first node that JSON cannot represent.
  public func write(_ tree: Tree) throws -> String {
    var bytes: [UInt8] = []
    try write(tree) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the text of a tree to a sink in chunks of UTF-8.
  ///
  /// Each chunk is valid only until the sink returns.
  ///
  /// - Throws: The sink's errors, or `UnrepresentableNodeError` for the first node that JSON cannot
  ///   represent; the sink may already have received the text before that node.
  package func write(
    _ tree: Tree,
    to sink: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    var emitter = JSONEmitter(
      tree,
      isPretty: layout == .pretty,
      keyOrder: keyOrder,
      escapesControls: escapesControls
    )
    while try emitter.writeNext() {
      if emitter.output.isFull { try emitter.output.drain(to: sink) }
    }
    try emitter.output.drain(to: sink)
  }
}
