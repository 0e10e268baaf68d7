/// The path of a node below a root: the keys from the root to the node.
///
/// In text, a path begins with `/`, and keys are joined by `/`. Inside a key, `/`, `%`, control
/// characters and marks that reorder text are percent-encoded, so `/a%2Fb` is one key. The empty
/// key is spelled `""`, and `/` is the root.
///
/// Two paths are equal only if their keys consist of the same Unicode scalars, as in the database.
public struct TreePath: Sendable {
  /// The keys, the outermost first; the key of a list element is its decimal index.
  public var components: [String]

  /// Creates a path from keys.
  public init(_ components: [String] = []) {
    self.components = components
  }

  /// The path of the root, `/`.
  public static let root = TreePath()

  /// Parses a path; leading, trailing and doubled slashes are ignored.
  public init(parsing text: some StringProtocol) {
    components = text.split(separator: "/").map { Self.key(of: String($0)) }
  }

  /// A Boolean value indicating whether the path is the root.
  public var isRoot: Bool { components.isEmpty }

  /// The path one level up; the root's parent is the root.
  public var parent: TreePath { TreePath(Array(components.dropLast())) }

  /// The last key, or nil if the path is the root.
  public var key: String? { components.last }

  /// Returns the path of a child.
  public func appending(_ key: String) -> TreePath { TreePath(components + [key]) }

  /// Returns the path of a node below this one.
  public func appending(_ path: TreePath) -> TreePath { TreePath(components + path.components) }

  /// Returns true if the other path equals this one or lies below it.
  package func contains(_ other: TreePath) -> Bool {
    other.components.starts(with: components) { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Returns the other path relative to this one, or nil if it does not lie at or below this one.
  package func relative(_ other: TreePath) -> TreePath? {
    contains(other) ? TreePath(Array(other.components.dropFirst(components.count))) : nil
  }
}

extension TreePath: Hashable {
  /// Returns true if two paths have the same keys.
  public static func == (left: TreePath, right: TreePath) -> Bool {
    left.components.count == right.components.count && left.contains(right)
  }

  /// Hashes the keys.
  public func hash(into hasher: inout Hasher) {
    components.forEach { hasher.combine(ExactKey($0)) }
  }
}

extension TreePath {
  /// Creates a path from keys that are separated by slashes and not encoded.
  package init(keysOf text: String) {
    self.init(text.split(separator: "/").map(String.init))
  }
}

extension TreePath: CustomStringConvertible {
  /// The path in text form, `/` for the root.
  public var description: String {
    "/" + components.map { Self.text(of: $0) }.joined(separator: "/")
  }

  /// The spelling of the empty key in text form.
  private static let emptyKey = "\"\""

  /// Returns a key in text form.
  static func text(of key: String) -> String {
    if key.isEmpty { return emptyKey }
    return key == emptyKey ? "%22%22" : PercentEncoding.encode(key)
  }

  /// Returns the key that a path component in text form represents.
  static func key(of text: String) -> String {
    text == emptyKey ? "" : PercentEncoding.decode(text)
  }
}

extension TreePath: Comparable {
  /// Compares two paths key by key, in key order; a path precedes its descendants.
  public static func < (left: TreePath, right: TreePath) -> Bool {
    for (leftKey, rightKey) in zip(left.components, right.components) {
      let order = KeyOrder.compare(leftKey, rightKey)
      if order != 0 { return order < 0 }
    }
    return left.components.count < right.components.count
  }

  /// Returns the paths that no other path contains, sorted and without duplicates.
  package static func outermost(of paths: some Collection<TreePath>) -> [TreePath] {
    guard paths.count > 1 else { return Array(paths) }
    // In sorted order, a path precedes everything below it.
    return paths.sorted().reduce(into: []) { kept, path in
      if kept.last?.contains(path) != true { kept.append(path) }
    }
  }
}

extension TreePath: ExpressibleByStringLiteral {
  /// Creates a path from its text.
  public init(stringLiteral text: String) { self.init(parsing: text) }
}
