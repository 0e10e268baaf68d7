import TaneCore

/// A search for sequential IDs and fields of new documents; Firestore stores such documents next to
/// each other, which limits the rate of writes.
///
/// See <https://firebase.google.com/docs/firestore/best-practices#hotspots>.
struct HotSpotSearch {
  /// The maximum number of names in a description.
  private static let maximumNames = 5

  /// The maximum number of new documents in a collection for which sequential values are harmless.
  private let harmlessCount: Int

  /// Creates a search that tolerates more new documents if `rampsUp` is true.
  init(rampsUp: Bool) {
    let seconds = rampsUp ? Int(DocumentRamp.period / .seconds(1)) : 1
    harmlessCount = DocumentRamp.firstRate * seconds
  }

  /// Returns a description, such as `rooms (IDs, createdAt)`, of each collection in which steps
  /// create many documents with sequential IDs or fields.
  func descriptions(of steps: [PlanStep]) -> [String] {
    let collections = Dictionary(grouping: steps) { $0.address.path.components.dropLast() }
    return collections.filter { $0.value.count > harmlessCount }
      .compactMap { collection, steps in
        let names = names(of: steps)
        guard !names.isEmpty else { return nil }
        let more = names.count > Self.maximumNames ? ["…"] : []
        let shown = (names.prefix(Self.maximumNames) + more).joined(separator: ", ")
        return "\(collection.joined(separator: "/")) (\(shown))"
      }
      .sorted()
  }

  private func names(of steps: [PlanStep]) -> [String] {
    let steps = steps.sorted { $0.address < $1.address }
    let ids = steps.compactMap { $0.address.path.components.last }
    let documents = steps.map(\.after.content)
    let fields = documents.first?.children.compactMap(\.key) ?? []
    let rising = fields.filter { field in
      Self.isRising(documents.map { $0[field].flatMap(Self.number) })
    }
    return (Self.isNumbered(ids) ? ["IDs"] : []) + rising
  }

  /// Returns true if IDs consist of a common prefix and a number.
  private static func isNumbered(_ ids: [String]) -> Bool {
    guard let first = ids.first else { return false }
    let prefix = first.prefix { !$0.isNumber }
    return ids.allSatisfy { id in
      id.hasPrefix(prefix) && id.count > prefix.count
        && id.dropFirst(prefix.count).allSatisfy { ("0"..."9").contains($0) }
    }
  }

  /// Returns an integer, or a timestamp in microseconds, or nil for any other value.
  private static func number(of value: Tree) -> Int64? {
    guard value.tag == .timestamp else { return value.integer }
    return value.string.flatMap(DocumentTimestamp.init(parsing:))?.microseconds
  }

  private static func isRising(_ values: [Int64?]) -> Bool {
    zip(values, values.dropFirst()).allSatisfy { left, right in
      guard let left, let right else { return false }
      return left < right
    }
  }
}
