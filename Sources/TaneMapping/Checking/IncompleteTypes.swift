import TaneCore

/// The types whose decoding ended before they had requested all keys, grouped by the point of
/// failure.
struct IncompleteTypes {
  private struct FailurePoint: Hashable {
    let type: ObjectIdentifier
    let key: String?
    let remaining: [String]
  }

  private struct FailureSummary {
    let clause: String
    let first: String
    var count = 0
  }

  private var order: [FailurePoint] = []
  private var places: [FailurePoint: FailureSummary] = [:]

  var isEmpty: Bool { order.isEmpty }

  /// Records a type whose decoding ended after a key, and the keys that it would have requested
  /// next.
  mutating func add(
    _ type: any Any.Type,
    after key: String?,
    remaining: [String],
    at place: String
  ) {
    let point = FailurePoint(type: ObjectIdentifier(type), key: key, remaining: remaining)
    if places[point] == nil {
      order.append(point)
      let after = key.map { " after \"\($0)\"" } ?? ""
      let rest = remaining.isEmpty ? "" : " (\(remaining.joined(separator: ", ")))"
      let clause = "the data that \(TypeName.text(of: type)) reads\(after)\(rest)"
      places[point] = FailureSummary(clause: clause, first: place)
    }
    places[point]?.count += 1
  }

  /// The descriptions of the unchecked data, one clause for each point of failure.
  var clauses: [String] {
    order.compactMap { places[$0] }.map { place in
      let others = place.count > 1 ? " and \(counted(place.count - 1, "other location"))" : ""
      return "\(place.clause), at \(place.first)\(others)"
    }
  }
}
