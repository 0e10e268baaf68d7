import TaneCore
import TaneMapping

/// A traversal of a tree and its plan that reports all mismatches.
struct TreeWalk {
  /// The property or type that decodes a node, for messages.
  struct Reader {
    let typeName: String?
    let property: String?
    let place: SourcePosition?

    static let none = Reader(typeName: nil, property: nil, place: nil)
  }

  let plan: CheckPlan
  let rules: ReadingRules
  let address: Address
  var report = MappingReport()
  /// The properties that were reported because no key in the data can match them, with the
  /// severities of the findings.
  private var unmatched: [String: Diagnostic.Severity] = [:]
  /// The nodes from the root to the node being checked, without the root, each with its index in
  /// its parent.
  private(set) var nodeStack: [(node: Tree, index: Int)] = []
  /// An element for each node of the plan: true once a value has been checked against the node.
  private var isNodeChecked: [Bool]
  /// A Boolean value indicating whether some of the data was not checked.
  var isUncertain = false
  /// A Boolean value indicating whether findings are used only to evaluate a condition.
  var isTentative = false

  init(plan: CheckPlan, rules: ReadingRules, address: Address) {
    self.plan = plan
    self.rules = rules
    self.address = address
    isNodeChecked = Array(repeating: false, count: plan.nodes.count)
    report.notChecked = plan.notChecked
  }

  /// Returns the report at the end of the traversal.
  consuming func finish() -> MappingReport {
    for (node, read) in zip(plan.nodes, isNodeChecked) where read {
      switch node {
      case .object(let object): report.typeNames.insert(object.typeName)
      case .rawValues(let raw): report.typeNames.insert(raw.typeName)
      case .cases(let cases): report.typeNames.insert(cases.typeName)
      default: break
      }
    }
    return report
  }

  /// Checks a value against a node of the plan.
  mutating func check(_ tree: Tree, _ node: Int, reader: FieldPlan? = nil) {
    let tree = rules.readsParameters ? converted(tree, for: plan.nodes[node], reader) : tree
    switch plan.nodes[node] {
    case .unchecked:
      isUncertain = true
      return
    case .steps(let plan):
      check(tree, plan, reader: reader)
      return
    case .optional(let wrapped):
      if tree.isNull { report.valueCount += 1 } else { check(tree, wrapped, reader: reader) }
      return
    case .attempted(let attempted, let typeName):
      // The initializer accepts any value.
      guard !tree.isNull, !isTentative else { return report.valueCount += 1 }
      checkAttempt(by: reader?.reader ?? typeName) { $0.check(tree, attempted, reader: reader) }
      return
    case .known(let type):
      report.valueCount += 1
      check(tree, known: type, reader: reader)
      return
    case .rawValues(let raw):
      report.valueCount += 1
      isNodeChecked[node] = true
      check(tree, raw, reader: reader)
      return
    default: break
    }
    report.valueCount += 1
    guard nodeStack.count < TreeDecoder.maximumDepth else {
      let limit = TreeDecoder.maximumDepth
      return add(
        .unreadableValue,
        "nested more than \(limit) levels deep; deeper values are not read",
        tree,
        reader
      )
    }
    isNodeChecked[node] = true
    checkContainer(tree, plan.nodes[node], reader: reader)
  }

  private mutating func checkContainer(_ tree: Tree, _ node: PlanNode, reader: FieldPlan?) {
    switch node {
    case .list(let element): checkList(tree, element, reader: reader)
    case .bounds(let bound, let count): checkBounds(tree, bound, count: count, reader: reader)
    case .elements(let first, let count, let rest):
      checkElements(tree, first, rest, requiredCount: count, reader: reader)
    case .dictionary(let keys, let value): checkDictionary(tree, keys, value, reader: reader)
    case .pairs(let pairs): checkPairs(tree, pairs, reader: reader)
    case .object(let object): checkObject(tree, object, reader: reader)
    case .cases(let cases): checkCases(tree, cases, reader: reader)
    case .union(let union): checkUnion(tree, union, reader: reader)
    case .unchecked, .known, .optional, .attempted, .rawValues, .steps: break
    }
  }

  mutating func check(_ child: Tree, at index: Int, _ node: Int, reader: FieldPlan?) {
    nodeStack.append((child, index))
    check(child, node, reader: reader)
    nodeStack.removeLast()
  }

  /// Runs a closure with a child as the node being checked.
  mutating func descend(to child: Tree, at index: Int, _ body: (inout TreeWalk) -> Void) {
    nodeStack.append((child, index))
    body(&self)
    nodeStack.removeLast()
  }

  // MARK: Findings

  /// Reports a value that the reader cannot decode; null has its own diagnostic code.
  mutating func mismatch(_ tree: Tree, _ expected: String, _ reader: FieldPlan?, hint: String = "")
  {
    add(
      tree.isNull ? .nullValue : .mismatchedType,
      "expected \(expected), found \(NodeDescription.describe(tree))\(hint)",
      tree,
      reader
    )
  }

  /// Reports a finding about a node that a property decodes.
  mutating func add(
    _ code: DiagnosticCode,
    _ message: String,
    _ tree: Tree,
    _ field: FieldPlan?,
    else type: Reader = .none
  ) {
    let reader = field.map {
      Reader(typeName: $0.typeName, property: $0.property, place: $0.place)
    }
    let place = tree.position ?? nodeStack.last { $0.node.position != nil }?.node.position
    add(.error, code, Self.subject(field) + message, at: [], place, reader ?? type)
  }

  /// Returns the findings of a tentative check, without reporting them.
  mutating func findings(of check: (inout TreeWalk) -> Void) -> [Diagnostic] {
    let (known, reported) = (report.findings.count, unmatched)
    // Properties that were already reported must be reported again by this check.
    unmatched = [:]
    check(&self)
    unmatched = reported
    defer { report.findings.removeSubrange(known...) }
    return Array(report.findings[known...])
  }

  /// Reports findings of a tentative check.
  mutating func add(_ findings: [Diagnostic]) {
    for finding in findings {
      if finding.code == .unmatchedKey,
        !recordUnmatched(finding.subject ?? "", severity: finding.severity)
      {
        continue
      }
      report.findings.append(finding)
    }
  }

  /// Records a finding for an unmatched property; returns false if a finding of the same or a
  /// higher severity has already been recorded.
  mutating func recordUnmatched(_ property: String, severity: Diagnostic.Severity) -> Bool {
    if let reported = unmatched[property], reported >= severity { return false }
    unmatched[property] = severity
    return true
  }

  /// The address of the node being checked.
  var nodeAddress: Address {
    let path = TreePath(nodeStack.map { $0.node.key ?? String($0.index) })
    return Address(service: address.service, path: address.path.appending(path))
  }

  /// Returns the prefix of a message about a property, such as `Shop.name: `, or an empty string if
  /// there is none.
  static func subject(_ field: FieldPlan?) -> String {
    field.map { "\($0.reader): " } ?? ""
  }

  /// Reports a finding about a node at a path of keys below the node being checked.
  mutating func add(
    _ severity: Diagnostic.Severity,
    _ code: DiagnosticCode,
    _ message: String,
    at keys: [String],
    _ position: SourcePosition?,
    _ reader: Reader
  ) {
    let path = TreePath(nodeStack.map { $0.node.key ?? String($0.index) } + keys)
    report.findings.append(
      Diagnostic(
        severity,
        code,
        message,
        at: Address(service: address.service, path: address.path.appending(path)),
        position: position,
        typeName: reader.typeName,
        property: reader.property,
        declaration: reader.place
      )
    )
  }
}
