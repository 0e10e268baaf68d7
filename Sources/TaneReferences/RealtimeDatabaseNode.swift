/// A node of a Realtime Database: `DatabaseReference` of Firebase's SDK in an app, Tane's in its tests.
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
  /// A node below this one.
  associatedtype Child: RealtimeDatabaseNode where Child.Child == Child, Child.Snapshot == Snapshot
  /// What a node holds when it is read.
  associatedtype Snapshot: RealtimeDatabaseSnapshot

  /// The last part of the path; nil for the root.
  var key: String? { get }
  /// The node at a path below this one.
  func child(_ pathString: String) -> Child
  /// A new child, whose key is in the order of time.
  func childByAutoId() -> Child
  /// Reads the value here.
  func getData() async throws -> Snapshot
  /// Replaces the value here; nil removes it.
  func replaceValue(with value: (any Sendable)?) async throws
  /// Replaces the values at paths below this node, all at once.
  func replaceValues(_ values: [String: any Sendable]) async throws
}

/// What a node of a Realtime Database held.
public protocol RealtimeDatabaseSnapshot {
  /// The key of the node.
  var key: String { get }
  /// Whether there was a value.
  func exists() -> Bool
  /// The value as a type.
  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value
}
