import TaneCore
import TaneMapping

extension TreeWalk {
  /// Checks a value with alternative types.
  ///
  /// If no alternative decodes the value, but exactly one accepts its kind, the findings of that
  /// alternative are reported.
  mutating func checkUnion(_ tree: Tree, _ union: UnionPlan, reader: FieldPlan?) {
    if union.acceptsNull, tree.isNull { return }
    let values = report.valueCount
    var near: [[Diagnostic]] = []
    let address = nodeAddress
    for node in union.alternatives {
      let found = findings { $0.check(tree, node, reader: reader) }
      guard found.containsError else { return add(found) }
      report.valueCount = values
      if !found.contains(where: { $0.severity == .error && $0.address == address }) {
        near.append(found)
      }
    }
    guard near.count != 1 else { return add(near[0]) }
    mismatch(tree, union.types, reader)
  }
}
