import TaneCore
import TaneSeeding

/// What `tane diff` prints of environments.
struct DifferenceReport {
  private let difference: EnvironmentDifference
  private let left: String
  private let right: String
  private let context: CommandContext

  init(
    _ difference: EnvironmentDifference,
    left: String,
    right: String,
    in context: CommandContext
  ) {
    self.difference = difference
    self.left = left
    self.right = right
    self.context = context
  }

  func print(sameAs same: String) {
    let console = context.console
    guard !context.isJSON else {
      return console.printJSON([
        "left": .string(left), "right": .string(right),
        "differences": DifferenceJSON.differences(of: difference),
        "summary": DifferenceJSON.summary(of: difference),
      ])
    }
    let text = DifferenceText(style: console.style, width: console.width)
    for database in difference.databases {
      for change in database.changes { console.print(text.render(change, of: database.database)) }
      for extra in database.extras {
        console.print(text.render(extra, of: database.database, isExtra: true))
      }
    }
    for object in difference.objects { console.print(text.render(object)) }
    if !difference.isEmpty { console.print() }
    console.print(summary(same))
  }

  private func summary(_ same: String) -> String {
    let unchanged =
      "\(counted(difference.unchangedCount, "value")) and"
      + " \(counted(difference.unchangedObjectCount, "object")) are \(same)"
    guard !difference.isEmpty else { return "Nothing differs: \(unchanged)." }
    let extras =
      difference.extraCount == 0
      ? "" : ", \(counted(difference.extraCount, "extra")) (tane seed leaves them, --prune removes)"
    return
      "\(difference.count(of: .added).grouped) to add, \(difference.count(of: .changed).grouped) to"
      + " change, \(difference.count(of: .removed).grouped) to remove\(extras); \(unchanged)."
  }
}
