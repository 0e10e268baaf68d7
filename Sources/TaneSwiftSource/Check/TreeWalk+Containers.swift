import TaneCore
import TaneMapping

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TreeWalk {
  mutating func checkList(_ tree: Tree, _ element: Int, reader: FieldPlan?) {
    guard tree.kind == .list else { return mismatch(tree, "a list", reader) }
    for (index, child) in tree.children.enumerated() {
      check(child, at: index, element, reader: reader)
    }
  }

  /// Checks a list whose elements are decoded one after another.
  mutating func checkElements(
    _ tree: Tree,
    _ first: [Int],
    _ rest: Int?,
    requiredCount: Int,
    reader: FieldPlan?
  ) {
    guard tree.kind == .list else { return mismatch(tree, "a list", reader) }
    for (index, child) in tree.children.enumerated() {
      guard let node = index < first.count ? first[index] : rest else { break }
      check(child, at: index, node, reader: reader)
    }
    guard tree.children.count < requiredCount else { return }
    mismatch(tree, "a list of at least \(counted(requiredCount, "element"))", reader)
  }

  /// Checks the bounds of a range, the lower bound first; additional elements of the list are
  /// ignored.
  mutating func checkBounds(_ tree: Tree, _ bound: Int, count: Int, reader: FieldPlan?) {
    let expected = count == 1 ? "a list with one bound" : "a list with two bounds"
    guard tree.kind == .list else { return mismatch(tree, expected, reader) }
    let known = report.findings.count
    for (index, child) in tree.children.prefix(count).enumerated() {
      check(child, at: index, bound, reader: reader)
    }
    guard tree.children.count >= count else { return mismatch(tree, expected, reader) }
    guard count == 2, report.findings.count == known, isDescending(tree[0], tree[1], bound) else {
      return
    }
    let message =
      "\(Self.subject(reader))expected the lower bound first, found \(NodeDescription.describe(tree[0])) before"
      + " \(NodeDescription.describe(tree[1]))"
    add(.error, .unreadableValue, message, at: [], tree.position, Reader(reader))
  }

  /// Returns true if the lower bound is greater than the upper bound when compared as their type.
  private func isDescending(_ lower: Tree, _ upper: Tree, _ bound: Int) -> Bool {
    guard case .known(let type) = plan.nodes[bound] else { return false }
    switch type {
    case .string:
      return lower.string.flatMap { lower in upper.string.map { lower > $0 } } ?? false
    case .date where rules.dates == .iso8601:
      return isDescending(lower, upper) { $0.string.flatMap { try? Date($0, strategy: .iso8601) } }
    case .float:
      return isDescending(lower, upper) { $0.number.map { Float($0) } }
    case .integer, .double, .decimal, .date:
      if let lower = lower.integer, let upper = upper.integer { return lower > upper }
      return isDescending(lower, upper, \.number)
    default: return false
    }
  }

  private func isDescending<Value: Comparable>(
    _ lower: Tree,
    _ upper: Tree,
    _ value: (Tree) -> Value?
  ) -> Bool {
    guard let lower = value(lower), let upper = value(upper) else { return false }
    return lower > upper
  }

  mutating func checkDictionary(
    _ tree: Tree,
    _ keys: DictionaryKeys,
    _ value: Int,
    reader: FieldPlan?
  ) {
    guard tree.kind == .map, tree.tag == .none else { return mismatch(tree, "a map", reader) }
    for (index, child) in tree.children.enumerated() {
      if case .text = keys {} else { check(keyOf: child, keys, reader) }
      check(child, at: index, value, reader: reader)
    }
  }

  /// Returns the key of a child after the decoder's key conversion.
  func convertedKey(_ child: Tree) -> String {
    let key = child.key ?? ""
    return rules.keys == .convertFromSnakeCase ? SnakeCase.camelCase(from: key) : key
  }

  private mutating func check(keyOf child: Tree, _ keys: DictionaryKeys, _ field: FieldPlan?) {
    let key = child.key ?? ""
    let reader = Reader(field)
    switch keys {
    case .text: break
    case .integers:
      guard Int(convertedKey(child)) == nil else { return }
      let message =
        Self.subject(field) + "expected a key that is an Int, found \"\(key.escapingControls)\""
      add(.error, .mismatchedType, message, at: [key], child.keyPosition, reader)
    case .rawValues(let raw):
      guard !raw.accepts(key: convertedKey(child)) else { return }
      let message =
        Self.subject(field)
        + "expected a key that is a \(raw.shortName), found \"\(key.escapingControls)\""
      let hint = Self.hint(for: key, among: raw.values)
      add(.error, .unknownCase, message + hint, at: [key], child.keyPosition, reader)
    }
  }

  /// Checks a list of alternating keys and values, for a dictionary whose keys are neither strings
  /// nor integers.
  mutating func checkPairs(_ tree: Tree, _ pairs: PairsPlan, reader: FieldPlan?) {
    guard tree.kind == .list else {
      let reason =
        "; \(pairs.type) is read from a list of alternating keys and values, as \(pairs.keyType) "
        + "is not CodingKeyRepresentable"
      return mismatch(tree, "a list", reader, hint: tree.kind == .map ? reason : "")
    }
    for (index, child) in tree.children.enumerated() {
      check(child, at: index, index.isMultiple(of: 2) ? pairs.key : pairs.value, reader: reader)
    }
    if !tree.children.count.isMultiple(of: 2) {
      let message = "expected alternating keys and values, found a key without a value at the end"
      add(.unreadableValue, message, tree, reader)
    }
  }

  /// Checks a map with a single key that names a case.
  mutating func checkCases(_ tree: Tree, _ cases: CasesPlan, reader field: FieldPlan?) {
    guard tree.kind == .map, tree.tag == .none else { return mismatch(tree, "a map", field) }
    let reader = Reader(field, else: cases.typeName, cases.place)
    let named = tree.children.enumerated().filter {
      cases.contents[convertedKey($0.element)] != nil
    }
    guard named.count == 1, let (index, child) = named.first,
      let content = cases.contents[convertedKey(child)]
    else { return add(invalidCaseFinding(tree, cases, named.map(\.element)), reader, field) }
    for other in tree.children where cases.contents[convertedKey(other)] == nil {
      let key = other.key ?? ""
      let message =
        "no type reads \"\(key.escapingControls)\"; \(cases.shortName) reads only one of the keys "
        + "\(NodeDescription.list(cases.keys))"
      add(.warning, .unreadKey, message, at: [key], other.keyPosition, reader)
    }
    descend(to: child, at: index) {
      $0.checkObject(child, content, reader: cases.caseFields[$0.convertedKey(child)])
    }
  }

  private typealias CaseFinding = (
    code: DiagnosticCode, message: String, position: SourcePosition?
  )

  private mutating func add(_ finding: CaseFinding, _ reader: Reader, _ field: FieldPlan?) {
    let message = Self.subject(field) + finding.message
    add(.error, finding.code, message, at: [], finding.position, reader)
  }

  /// Returns the finding for a value that names no case or several cases.
  private func invalidCaseFinding(_ tree: Tree, _ cases: CasesPlan, _ named: [Tree]) -> CaseFinding
  {
    if tree.children.count == 1, let child = tree.children.first, let key = child.key {
      let message = "\"\(key.escapingControls)\" is not a case of \(cases.shortName)"
      let hint = Self.hint(for: key, among: cases.keys)
      return (.unknownCase, message + hint, child.keyPosition)
    }
    let found =
      named.isEmpty ? "none" : NodeDescription.list(named.map { ($0.key ?? "").escapingControls })
    let message =
      "expected one of the keys \(NodeDescription.list(cases.keys)) for \(cases.shortName), found "
      + "\(found)"
    return (.mismatchedType, message, tree.position)
  }

  /// Returns the end of a message: the valid values, with a suggestion of the value most similar to
  /// `value`.
  static func hint(for value: String?, among values: [String]) -> String {
    guard !values.isEmpty else { return "" }
    let suggestion = value.map { Suggestion.clause(for: $0, among: values) } ?? ""
    return " (\(NodeDescription.list(values)))\(suggestion)"
  }
}

extension TreeWalk.Reader {
  /// Creates a reader from the property that decodes a node, or from the type if `field` is nil.
  init(_ field: FieldPlan?, else typeName: String? = nil, _ place: SourcePosition? = nil) {
    self.init(
      typeName: field?.typeName ?? typeName,
      property: field?.property,
      place: field?.place ?? place
    )
  }
}

extension Tree {
  fileprivate var number: Double? {
    double ?? integer.map(Double.init) ?? decimal.flatMap(Double.init)
  }
}
