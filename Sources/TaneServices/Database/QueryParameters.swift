import TaneCore
import TaneFormats

/// An encoder for queries in the REST protocol.
///
/// See <https://firebase.google.com/docs/database/rest/retrieve-data#section-rest-filtering>.
enum QueryParameters {
  /// Returns the parameters of a query, or nil if a bound is not a JSON scalar, which the protocol
  /// does not support.
  static func parameters(of query: TreeQuery) -> [(name: String, value: String)]? {
    var parameters = [(name: "orderBy", value: orderBy(query.order))]
    for (bound, names) in [
      (query.start, (inclusive: "startAt", exclusive: "startAfter")),
      (query.end, (inclusive: "endAt", exclusive: "endBefore")),
    ] {
      guard let bound, !isBeforeEveryKey(bound, query.order) else { continue }
      guard let text = text(of: bound, query.order) else { return nil }
      parameters.append((bound.isInclusive ? names.inclusive : names.exclusive, text))
    }
    switch query.limit {
    case nil: break
    case .first(let count): parameters.append(("limitToFirst", "\(count)"))
    case .last(let count): parameters.append(("limitToLast", "\(count)"))
    }
    return parameters
  }

  private static func orderBy(_ order: TreeQuery.Order) -> String {
    switch order {
    case .key: quoted("$key")
    case .value: quoted("$value")
    case .priority: quoted("$priority")
    case .child(let path): quoted(path.components.joined(separator: "/"))
    }
  }

  /// Returns a bound as `VALUE` or `VALUE,KEY`, or nil if its value is not a scalar.
  private static func text(of bound: TreeQuery.Bound, _ order: TreeQuery.Order) -> String? {
    if order == .key { return quoted(bound.keyText) }
    guard !bound.value.kind.isContainer,
      let value = try? JSONWriter(.compact).write(bound.value)
    else { return nil }
    return value + (bound.key.map { ",\(quoted($0))" } ?? "")
  }

  /// Returns true if a bound is the empty key, which does not limit a range because keys are
  /// nonempty.
  private static func isBeforeEveryKey(
    _ bound: TreeQuery.Bound,
    _ order: TreeQuery.Order
  ) -> Bool {
    order == .key && bound.keyText.isEmpty
  }

  private static func quoted(_ text: String) -> String {
    (try? JSONWriter(.compact).write(Tree(.string(text)))) ?? "\"\""
  }
}

extension TreeQuery.Bound {
  /// The bound's value as a key, for queries in key order; empty if the value is not a string.
  fileprivate var keyText: String { value.string ?? "" }
}

extension TreeQuery {
  /// A Boolean value indicating whether the query cannot match any child.
  var selectsNothing: Bool {
    if order == .key, let end, end.keyText.isEmpty { return true }
    switch limit {
    case .first(let count), .last(let count): return count <= 0
    case nil: return false
    }
  }
}
