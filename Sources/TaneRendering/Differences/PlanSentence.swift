package import TaneCore

/// A sentence with the number of changes of each kind in a plan.
package enum PlanSentence {
  /// Returns the summary, such as `2 values to add, 1 to change, 0 to remove`.
  package static func text(of plan: Plan) -> String {
    let counts = plan.counts
    let values = [
      "\(counted(counts.addedValues, "value")) to add",
      "\(counts.changedValues.grouped) to change",
      "\(counts.removedValues.grouped) to remove",
    ]
    return (values + counts.resources.flatMap(texts)).joined(separator: ", ")
  }

  private static func texts(of resources: PlanCounts.ResourceCounts) -> [String] {
    var texts: [String] = []
    if resources.added + resources.changed > 0 {
      let number = counted(resources.added + resources.changed, resources.noun)
      let upload = resources.bytes.map {
        "\(number) to upload (\(ByteCountText.render($0)))"
      }
      texts.append(upload ?? "\(number) to write")
    }
    if resources.removed > 0 {
      texts.append("\(counted(resources.removed, resources.noun)) to remove")
    }
    return texts
  }
}
