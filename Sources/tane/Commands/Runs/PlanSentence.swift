import TaneCore
import TaneRendering

/// What a plan writes, in numbers, for people.
enum PlanSentence {
  static func text(of plan: Plan) -> String {
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
