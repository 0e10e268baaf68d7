package import TaneCore

/// What a plan writes, in numbers, for people.
package enum PlanSentence {
  /// `2 values to add, 1 to change, 0 to remove, 1 object to upload (5 B)`.
  package static func text(of plan: Plan) -> String {
    let counts = plan.counts
    let values = [
      "\(counted(counts.addedValues, "value")) to add",
      "\(counts.changedValues.grouped) to change",
      "\(counts.removedValues.grouped) to remove",
    ]
    let resources = counts.resources.filter { $0.added + $0.changed > 0 }.map { resources in
      let number = counted(resources.added + resources.changed, resources.noun)
      return resources.bytes.map { "\(number) to upload (\(ByteCountText.render($0)))" }
        ?? "\(number) to write"
    }
    return (values + resources).joined(separator: ", ")
  }
}
