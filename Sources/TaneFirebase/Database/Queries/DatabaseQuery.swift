import TaneCore

/// Some of the children of a place in a Realtime Database, in an order, in the shape of Firebase's own iOS
/// SDK.
///
/// A query is a value: making one reads nothing. What cannot be asked, such as two orders or a limit of
/// nothing, throws a `FirebaseError` of code `invalidQuery` when the query is used, which names all of it.
///
/// ```swift
/// let newest = try await reference.child("shops")
///   .queryOrdered(byChild: "updated_at").queryLimited(toLast: 10).getData()
/// for shop in newest.children { print(shop.key) }
/// ```
public struct DatabaseQuery: Sendable {
  /// The place whose children are meant.
  public let ref: DatabaseReference
  var order: TreeQuery.Order?
  var start: TreeQuery.Bound?
  var end: TreeQuery.Bound?
  var limit: TreeQuery.Limit?
  private(set) var problems: [String] = []

  init(_ ref: DatabaseReference) {
    self.ref = ref
  }

  /// A Boolean value indicating whether the query selects all data, as a reference does.
  var isWhole: Bool { order == nil && start == nil && end == nil && limit == nil }

  /// The query as stores take it.
  var treeQuery: TreeQuery {
    TreeQuery(order: order ?? .priority, start: start, end: end, limit: limit)
  }

  mutating func refuse(_ problem: String) { problems.append(problem) }

  /// Throws everything that is wrong with the query.
  func check() throws {
    var problems = problems
    if order == .key {
      for bound in [start, end].compactMap(\.self) {
        if bound.value.kind != .string {
          problems.append("ordered by key, a range begins and ends with a string")
        }
        if bound.key != nil { problems.append("ordered by key, a range has no childKey") }
      }
    }
    guard !problems.isEmpty else { return }
    var seen: Set<String> = []
    let lines = problems.filter { seen.insert($0).inserted }.map { "\(ref): \($0)" }
    throw FirebaseError(.invalidQuery, lines.joined(separator: "\n"))
  }
}

extension DatabaseQuery: Hashable {
  /// Returns true if both queries select the same children of the same location in the same order.
  public static func == (left: DatabaseQuery, right: DatabaseQuery) -> Bool {
    left.ref == right.ref && left.order == right.order && left.limit == right.limit
      && areSame(left.start, right.start) && areSame(left.end, right.end)
      && left.problems == right.problems
  }

  private static func areSame(_ left: TreeQuery.Bound?, _ right: TreeQuery.Bound?) -> Bool {
    left?.value == right?.value && left?.key == right?.key
      && left?.isInclusive == right?.isInclusive
  }

  /// Adds the place, the order and the limit to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ref)
    hasher.combine(order)
    hasher.combine(limit)
  }
}

extension DatabaseQuery: CustomStringConvertible {
  /// The address of the place.
  public var description: String { ref.description }
}
