import TaneCore
import TaneProject

/// What a comparison of buckets has found so far.
struct ObjectDifferences {
  private let ignored: [AddressPattern]
  private(set) var differences: [ObjectDifference] = []
  private(set) var unchangedCount = 0
  private(set) var ignoredCount = 0

  init(ignored: [AddressPattern]) {
    self.ignored = ignored
  }

  /// Compares the two sides of an object.
  mutating func add(
    _ address: Address,
    old: StoredObject?,
    new: ObjectState?,
    fixture: Fixtures.Object? = nil
  ) {
    guard let difference = ObjectDifference(address, old: old, new: new, fixture: fixture) else {
      unchangedCount += 1
      return
    }
    if ignored.contains(where: { $0.matches(address) }) {
      ignoredCount += 1
    } else {
      differences.append(difference)
    }
  }
}
