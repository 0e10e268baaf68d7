import TaneCore
import TaneSeeding

/// What `tane diff` prints of two files.
struct FileDiffReport {
  private let changeset: Changeset
  private let left: String
  private let right: String
  private let context: CommandContext

  init(_ changeset: Changeset, left: String, right: String, in context: CommandContext) {
    self.changeset = changeset
    self.left = left
    self.right = right
    self.context = context
  }

  func print() {
    let console = context.console
    guard !context.isJSON else { return printJSON() }
    let text = DifferenceText(style: console.style, width: console.width)
    for change in changeset.changes { console.print(text.render(change, of: nil)) }
    if !changeset.isEmpty { console.print() }
    let unchanged = "\(counted(changeset.unchangedCount, "value")) the same"
    console.print(
      changeset.isEmpty
        ? "Nothing differs: \(unchanged)."
        : "\(changeset.count(of: .added).grouped) added, \(changeset.count(of: .changed).grouped)"
          + " changed, \(changeset.count(of: .removed).grouped) removed; \(unchanged)."
    )
  }

  private func printJSON() {
    context.console.printJSON([
      "left": .string(left), "right": .string(right),
      "differences": .list(
        changeset.changes.map { DifferenceJSON.change($0, of: nil, kind: $0.kind.rawValue) }
      ),
      "summary": [
        "added": .integer(Int64(changeset.count(of: .added))),
        "changed": .integer(Int64(changeset.count(of: .changed))),
        "removed": .integer(Int64(changeset.count(of: .removed))),
        "unchangedValues": .integer(Int64(changeset.unchangedCount)),
      ],
    ])
  }
}
