/// Where a node stands below a root: the keys on the way to it.
///
/// In text a path begins with `/` and keys are joined by `/`; a `/`, a `%` or a control character inside
/// a key is percent-encoded, so that `/a%2Fb` is one key. The empty key is spelled `""`: `/` is the root.
///
/// Two paths are the same only where their keys are the same Unicode scalars, as in the database.
public struct TreePath: Sendable {
  /// The keys, outermost first; a list's element has its decimal index.
  public var components: [String]

  /// Creates a path from keys.
  public init(_ components: [String] = []) {
    self.components = components
  }

  /// The path of the root, `/`.
  public static let root = TreePath()

  /// Reads a path's text; slashes at either end and doubled ones count once.
  public init(parsing text: some StringProtocol) {
    components = text.split(separator: "/").map { Self.key(of: String($0)) }
  }

  /// Whether the path is the root.
  public var isRoot: Bool { components.isEmpty }

  /// The path one level up; the root's is the root.
  public var parent: TreePath { TreePath(Array(components.dropLast())) }

  /// The last key, or nil for the root.
  public var key: String? { components.last }

  /// The path of a child.
  public func appending(_ key: String) -> TreePath { TreePath(components + [key]) }

  /// The path of a node below this one.
  public func appending(_ path: TreePath) -> TreePath { TreePath(components + path.components) }

  /// Whether the other path is this one or lies below it.
  public func contains(_ other: TreePath) -> Bool {
    other.components.starts(with: components) { $0.utf8.elementsEqual($1.utf8) }
  }

  /// The rest of a path below this one, or nil where it does not lie here.
  public func relative(_ other: TreePath) -> TreePath? {
    contains(other) ? TreePath(Array(other.components.dropFirst(components.count))) : nil
  }
}

extension TreePath: Hashable {
  /// Whether two paths have the same keys.
  public static func == (left: TreePath, right: TreePath) -> Bool {
    left.components.count == right.components.count && left.contains(right)
  }

  /// Hashes the keys.
  public func hash(into hasher: inout Hasher) {
    components.forEach { hasher.combine(ExactKey($0)) }
  }
}

extension TreePath: CustomStringConvertible {
  /// The path's text, `/` for the root.
  public var description: String {
    "/" + components.map { Self.text(of: $0) }.joined(separator: "/")
  }

  /// The spelling of the empty key.
  private static let emptyKey = "\"\""

  /// A key as a path spells it.
  static func text(of key: String) -> String {
    if key.isEmpty { return emptyKey }
    return key == emptyKey ? "%22%22" : PercentEncoding.encode(key)
  }

  /// The key that a part of a path spells.
  static func key(of text: String) -> String {
    text == emptyKey ? "" : PercentEncoding.decode(text)
  }
}

extension TreePath: Comparable {
  /// Orders as a walk through a tree in key order meets the nodes: a parent before its children.
  public static func < (left: TreePath, right: TreePath) -> Bool {
    for (leftKey, rightKey) in zip(left.components, right.components) {
      let order = KeyOrder.compare(leftKey, rightKey)
      if order != 0 { return order < 0 }
    }
    return left.components.count < right.components.count
  }
}

extension TreePath: ExpressibleByStringLiteral {
  /// Creates a path from its text.
  public init(stringLiteral text: String) { self.init(parsing: text) }
}
