import Foundation
public import TaneCore
public import TaneMapping

/// What stood at a place of a Realtime Database when it was read.
///
/// As with Firebase's own clients, a map whose keys are mostly the numbers from zero is given as a
/// list, empty lists and maps do not exist, and nothing at all is `NSNull`.
///
/// ```swift
/// let snapshot = try await manager.shopsReference.child("shops").getData()
/// let shops = try snapshot.data(as: [Shop].self)
/// for shop in snapshot.children where shop.hasChild("foods") { print(shop.key) }
/// ```
public struct DataSnapshot: Sendable {
  /// Where the data stood.
  public let ref: DatabaseReference
  /// The data as the database holds them: maps only, no list.
  private let stored: Tree

  init(ref: DatabaseReference, tree: Tree) {
    self.ref = ref
    stored = tree
  }

  /// The last key of the place; empty for the root.
  public var key: String { ref.key ?? "" }

  /// Whether there is anything.
  public func exists() -> Bool { !stored.isNull }

  /// The data as a client reads them back, lists included.
  public var tree: Tree { stored.readBackForm() }

  /// The data as `String`, `Bool`, `Int`, `Double`, `[Any]` and `[String: Any]`; `NSNull` for
  /// nothing.
  ///
  /// The gaps of a list are `NSNull` as well.
  public var value: Any? { Self.value(of: tree) }

  /// Decodes the data as a value of a type.
  ///
  /// Throws a `DecodingError` that names the node, `valueNotFound` where there is nothing and the
  /// type is not optional.
  public func data<Value: Decodable>(
    as type: Value.Type,
    decoder: TreeDecoder = TreeDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: tree, at: ref.address)
  }

  private static func value(of tree: Tree) -> Any {
    switch tree.kind {
    case .null: NSNull()
    case .bool: tree.bool ?? false
    case .integer: tree.integer.map { Int($0) } ?? 0
    case .double: tree.double ?? 0
    case .decimal: tree.decimal.flatMap(Double.init) ?? 0
    case .string: tree.string ?? ""
    case .list: tree.children.map(value)
    case .map:
      Dictionary(
        tree.children.map { ($0.key ?? "", value(of: $0)) },
        uniquingKeysWith: { first, _ in first }
      )
    }
  }
}

extension DataSnapshot {
  /// The number of children.
  public var childrenCount: UInt { UInt(stored.children.count) }

  /// Whether there are children.
  public func hasChildren() -> Bool { !stored.children.isEmpty }

  /// Whether there is anything at a path below this place.
  public func hasChild(_ childPathString: String) -> Bool {
    childSnapshot(forPath: childPathString).exists()
  }

  /// What stands at a path below this place, which may be nothing.
  public func childSnapshot(forPath childPathString: String) -> DataSnapshot {
    let path = TreePath(keysOf: childPathString)
    return DataSnapshot(ref: ref.child(childPathString), tree: stored[path] ?? .null)
  }

  /// The children in the database's key order.
  public var children: Children { Children(parent: self) }

  /// The children of a snapshot, in the database's key order.
  public struct Children: Sequence, Sendable {
    fileprivate let parent: DataSnapshot

    /// All children at once.
    public var allObjects: [DataSnapshot] { Array(self) }

    /// Begins with the first child.
    public func makeIterator() -> some IteratorProtocol<DataSnapshot> {
      parent.stored.children.enumerated().lazy.map { index, child in
        let path = parent.ref.path.appending(child.key ?? String(index))
        let ref = DatabaseReference(database: parent.ref.database, path: path)
        return DataSnapshot(ref: ref, tree: child)
      }.makeIterator()
    }
  }
}

extension DataSnapshot: CustomStringConvertible {
  /// The place and the kind of what is there: `shops:/shops (list of 40)`.
  public var description: String {
    let tree = tree
    return tree.kind.isContainer
      ? "\(ref) (\(tree.kind) of \(tree.children.count.grouped))"
      : "\(ref) (\(exists() ? "\(tree.kind)" : "nothing"))"
  }
}
