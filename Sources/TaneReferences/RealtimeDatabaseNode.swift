/// A node of a Realtime Database: Firebase's `DatabaseReference` in an app, Tane's in its tests.
///
/// ```swift
/// struct ShopNames<Node: RealtimeDatabaseNode> {
///   let shops: Node
///
///   func name(of shop: Int) async throws -> String? {
///     try await shops.child("\(shop)/name").getData().decoded(as: String?.self)
///   }
/// }
/// ```
public protocol RealtimeDatabaseNode {
  /// The type of nodes below this one.
  associatedtype Child: RealtimeDatabaseNode where Child.Child == Child, Child.Snapshot == Snapshot
  /// The type that represents the value of a node at the time of a read.
  associatedtype Snapshot: RealtimeDatabaseSnapshot

  /// The last key of the path, or nil if the node is the root.
  var key: String? { get }
  /// Returns the node at a path below this one.
  func child(_ pathString: String) -> Child
  /// Returns a new child with a generated key; keys sort by creation time.
  func childByAutoId() -> Child
  /// Returns the current value of the node.
  func getData() async throws -> Snapshot
  /// Replaces the value of the node; nil removes it.
  func replaceValue(with value: (any Sendable)?) async throws
  /// Atomically replaces the values at paths below this node.
  func replaceValues(_ values: [String: any Sendable]) async throws
}

/// A snapshot of a node of a Realtime Database.
public protocol RealtimeDatabaseSnapshot {
  /// The key of the node.
  var key: String { get }
  /// Returns true if the node has a value.
  func exists() -> Bool
  /// Decodes the value as a type.
  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value
}
