/// Creates the changed twin of records, in which a share of the leaves has other values of the same
/// type.
///
/// Identifiers are kept, so every change is a change of a value.
struct SampleEdit {
  private var random = SampleRandom(seed: SampleRecords.seed + 1)
  private let share: Double
  private(set) var changedCount = 0

  init(percent: Double) { share = percent / 100 }

  mutating func edited(_ record: SampleRecord) -> SampleRecord {
    var record = record
    record.value = edited(record.value)
    return record
  }

  private mutating func edited(_ node: SampleNode) -> SampleNode {
    switch node {
    case .integer(let number):
      return isChosen() ? .integer(number + 1) : node
    case .text(let text):
      return isChosen() ? .text(text + "改") : node
    case .list(let items):
      return .list(items.map { edited($0) })
    case .map(let members):
      return .map(members.map { ($0, $0 == "id" ? $1 : edited($1)) })
    }
  }

  private mutating func isChosen() -> Bool {
    guard Double.random(in: 0..<1, using: &random) < share else { return false }
    changedCount += 1
    return true
  }
}
