import Foundation
import TaneCore

/// The value that a transaction block changes.
///
/// Changing a descendant (`childData(byAppendingPath:)`) also changes the values of its ancestors.
/// If a Realtime Database cannot store the new value, the transaction throws after its block has
/// returned.
///
/// ```swift
/// try await reference.child("likes").runTransactionBlock { data in
///   data.value = (data.value as? Int ?? 0) + 1
///   return .success(withValue: data)
/// }
/// ```
public final class MutableData {
  private let draft: TransactionDraft
  private let path: [String]

  init(_ draft: TransactionDraft, path: [String] = []) {
    self.draft = draft
    self.path = path
  }

  private var exported: Tree { draft.tree[TreePath(path)] ?? .null }

  /// The value in the format of `DataSnapshot.value`; nil or `NSNull` removes it.
  ///
  /// Setting it preserves the existing priority, unless the new value includes one.
  public var value: Any? {
    get { exported.withoutPriorities().readBackForm().foundationValue }
    set { draft.set(newValue, at: path) }
  }

  /// The priority: a string or a number, if any.
  public var priority: Any? {
    get { exported.exportedPriority?.foundationValue }
    set { draft.setPriority(newValue, at: path) }
  }

  /// The last key of the location; nil for the root of a database.
  public var key: String? { path.last ?? draft.reference.key }

  /// Returns true if the location has children.
  public func hasChildren() -> Bool { childrenCount > 0 }

  /// The number of children.
  public var childrenCount: UInt { UInt(exported.withoutPriorities().children.count) }

  /// The children in key order.
  public var children: [MutableData] {
    exported.withoutPriorities().children.compactMap(\.key).map { childData(byAppendingPath: $0) }
  }

  /// Returns true if a path below this location has data.
  ///
  /// ```swift
  /// if data.hasChild(atPath: "foods/0") { print("there is food") }
  /// ```
  public func hasChild(atPath path: String) -> Bool {
    !childData(byAppendingPath: path).exported.isNull
  }

  /// Returns the data at a path below this location; the path may have no data yet.
  ///
  /// ```swift
  /// data.childData(byAppendingPath: "owner/name").value = "花子"
  /// ```
  public func childData(byAppendingPath path: String) -> MutableData {
    MutableData(draft, path: self.path + TreePath(keysOf: path).components)
  }

  /// The value that the transaction writes if its block succeeds with this data.
  var result: Tree { exported }
}
