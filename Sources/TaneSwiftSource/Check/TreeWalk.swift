import TaneCore
import TaneMapping

/// Walks through a tree and its plan together, and notes every mismatch.
struct TreeWalk {
  /// The property, or the type, that reads a node.
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
  /// The properties of which it was told that no key of the data is theirs, and how much that weighed.
  private var unmatched: [String: Diagnostic.Severity] = [:]
  /// The nodes on the way to the one being checked, with their places in lists.
  private var way: [(node: Tree, index: Int)] = []
  /// Which types have read something, by their nodes in the plan.
  private var hasRead: [Bool]

  init(plan: CheckPlan, rules: ReadingRules, address: Address) {
    self.plan = plan
    self.rules = rules
    self.address = address
    hasRead = Array(repeating: false, count: plan.nodes.count)
    report.notChecked = plan.notChecked
  }

  /// The report, when the walk is over.
  consuming func finish() -> MappingReport {
    for (node, read) in zip(plan.nodes, hasRead) where read {
      switch node {
      case .object(let object): report.typeNames.insert(object.typeName)
      case .rawValues(let raw): report.typeNames.insert(raw.typeName)
      case .cases(let cases): report.typeNames.insert(cases.typeName)
      default: break
      }
    }
    return report
  }

  /// Checks a node against a node of the plan.
  mutating func check(_ tree: Tree, _ node: Int, reader: FieldPlan? = nil) {
    switch plan.nodes[node] {
    case .unchecked: return
    case .optional(let wrapped):
      if tree.isNull { report.valueCount += 1 } else { check(tree, wrapped, reader: reader) }
      return
    case .known(let type):
      report.valueCount += 1
      check(tree, known: type, reader: reader)
      return
    case .rawValues(let raw):
      report.valueCount += 1
      hasRead[node] = true
      check(tree, raw, reader: reader)
      return
    default: break
    }
    report.valueCount += 1
    guard way.count < TreeDecoder.maximumDepth else {
      let limit = TreeDecoder.maximumDepth
      return add(
        .unreadableValue,
        "nested more than \(limit) levels deep; nothing below is read",
        tree,
        reader
      )
    }
    hasRead[node] = true
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
    case .unchecked, .known, .optional, .rawValues: break
    }
  }

  /// Checks a child of a node.
  mutating func check(_ child: Tree, at index: Int, _ node: Int, reader: FieldPlan?) {
    way.append((child, index))
    check(child, node, reader: reader)
    way.removeLast()
  }

  /// Walks below a child of a node.
  mutating func descend(to child: Tree, at index: Int, _ body: (inout TreeWalk) -> Void) {
    way.append((child, index))
    body(&self)
    way.removeLast()
  }

  // MARK: Findings

  /// Notes a value that the reader does not take; null counts as a missing value.
  mutating func mismatch(_ tree: Tree, _ expected: String, _ reader: FieldPlan?, hint: String = "")
  {
    add(
      tree.isNull ? .nullValue : .mismatchedType,
      "expected \(expected), found \(NodeWording.describe(tree))\(hint)",
      tree,
      reader
    )
  }

  /// Notes something about a node that a property reads.
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
    let place = tree.position ?? way.last { $0.node.position != nil }?.node.position
    add(.error, code, Self.subject(field) + message, at: [], place, reader ?? type)
  }

  /// The findings of a check that decides by them what it reports; none of them is in the report.
  mutating func findings(of check: (inout TreeWalk) -> Void) -> [Diagnostic] {
    let (known, told) = (report.findings.count, unmatched)
    // What was told elsewhere is wrong here as well.
    unmatched = [:]
    check(&self)
    unmatched = told
    defer { report.findings.removeSubrange(known...) }
    return Array(report.findings[known...])
  }

  /// Notes findings of such a check.
  mutating func add(_ findings: [Diagnostic]) {
    for finding in findings {
      if finding.code == .unmatchedKey,
        !isNews(unmatched: finding.subject ?? "", finding.severity)
      {
        continue
      }
      report.findings.append(finding)
    }
  }

  /// Returns true if no finding of this severity or a higher one has been reported for an unmatched property.
  mutating func isNews(unmatched property: String, _ severity: Diagnostic.Severity) -> Bool {
    if let told = unmatched[property], told >= severity { return false }
    unmatched[property] = severity
    return true
  }

  /// The address of the node being checked.
  func address(of tree: Tree) -> Address {
    let path = TreePath(way.map { $0.node.key ?? String($0.index) })
    return Address(service: address.service, path: address.path.appending(path))
  }

  /// The property that a message is about, for its beginning: `Shop.name: `.
  static func subject(_ field: FieldPlan?) -> String {
    field.map { "\($0.reader): " } ?? ""
  }

  /// Notes something about the node at some keys below the one being checked.
  mutating func add(
    _ severity: Diagnostic.Severity,
    _ code: DiagnosticCode,
    _ message: String,
    at keys: [String],
    _ position: SourcePosition?,
    _ reader: Reader
  ) {
    let path = TreePath(way.map { $0.node.key ?? String($0.index) } + keys)
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
