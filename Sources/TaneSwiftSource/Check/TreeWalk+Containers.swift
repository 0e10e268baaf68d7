import TaneCore
import TaneMapping

extension TreeWalk {
  mutating func checkList(_ tree: Tree, _ element: Int, reader: FieldPlan?) {
    guard tree.kind == .list else { return mismatch(tree, "a list", reader) }
    for (index, child) in tree.children.enumerated() {
      check(child, at: index, element, reader: reader)
    }
  }

  /// A range is its two bounds, the lower one first.
  mutating func checkBounds(_ tree: Tree, _ bound: Int, reader: FieldPlan?) {
    guard tree.kind == .list, tree.children.count == 2 else {
      return mismatch(tree, "a list of two bounds", reader)
    }
    checkList(tree, bound, reader: reader)
    guard let lower = tree[0].number, let upper = tree[1].number, lower > upper else { return }
    let message = "expected the lower bound first, found \(lower) before \(upper)"
    add(.unreadableValue, message, tree, reader)
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

  private mutating func check(keyOf child: Tree, _ keys: DictionaryKeys, _ field: FieldPlan?) {
    let key = child.key ?? ""
    let reader = Reader(field)
    switch keys {
    case .text: break
    case .integers:
      guard Int(key) == nil else { return }
      let message =
        Self.subject(field) + "expected a key that is an Int, found \"\(key.escapingControls)\""
      add(.error, .mismatchedType, message, at: [key], child.keyPosition, reader)
    case .rawValues(let raw):
      guard !raw.holds(key: key) else { return }
      let message =
        Self.subject(field)
        + "expected a key that is a \(raw.shortName), found \"\(key.escapingControls)\""
      let hint = Self.hint(for: key, among: raw.values)
      add(.error, .unknownCase, message + hint, at: [key], child.keyPosition, reader)
    }
  }

  /// A dictionary whose keys are neither text nor whole numbers is a list of keys and values in turn.
  mutating func checkPairs(_ tree: Tree, _ pairs: PairsPlan, reader: FieldPlan?) {
    guard tree.kind == .list else {
      let reason =
        "; \(pairs.type) is read from a list of keys and values in turn, as \(pairs.keyType) is"
        + " not CodingKeyRepresentable"
      return mismatch(tree, "a list", reader, hint: tree.kind == .map ? reason : "")
    }
    for (index, child) in tree.children.enumerated() {
      check(child, at: index, index.isMultiple(of: 2) ? pairs.key : pairs.value, reader: reader)
    }
    if !tree.children.count.isMultiple(of: 2) {
      let message = "expected keys and values in turn, found a key without a value at the end"
      add(.unreadableValue, message, tree, reader)
    }
  }

  /// A map of the one key that names a case.
  mutating func checkCases(_ tree: Tree, _ cases: CasesPlan, reader field: FieldPlan?) {
    guard tree.kind == .map, tree.tag == .none else { return mismatch(tree, "a map", field) }
    let reader = Reader(field, else: cases.typeName, cases.place)
    let named = tree.children.enumerated().filter { cases.contents[$0.element.key ?? ""] != nil }
    guard named.count == 1, let (index, child) = named.first,
      let content = cases.contents[child.key ?? ""]
    else { return add(noCase(tree, cases, named.map(\.element)), reader, field) }
    for other in tree.children where cases.contents[other.key ?? ""] == nil {
      let key = other.key ?? ""
      let message =
        "no type reads \"\(key.escapingControls)\"; \(cases.shortName) reads one key of"
        + " \(NodeWording.list(cases.keys))"
      add(.warning, .unreadKey, message, at: [key], other.keyPosition, reader)
    }
    descend(to: child, at: index) {
      $0.checkObject(child, content, reader: cases.readers[child.key ?? ""])
    }
  }

  private typealias CaseFinding = (
    code: DiagnosticCode, message: String, position: SourcePosition?
  )

  private mutating func add(_ finding: CaseFinding, _ reader: Reader, _ field: FieldPlan?) {
    let message = Self.subject(field) + finding.message
    add(.error, finding.code, message, at: [], finding.position, reader)
  }

  /// Words that no case, or more than one, is named.
  private func noCase(_ tree: Tree, _ cases: CasesPlan, _ named: [Tree]) -> CaseFinding {
    if tree.children.count == 1, let child = tree.children.first, let key = child.key {
      let message = "\"\(key.escapingControls)\" is not a case of \(cases.shortName)"
      let hint = Self.hint(for: key, among: cases.keys)
      return (.unknownCase, message + hint, child.keyPosition)
    }
    let found =
      named.isEmpty ? "none" : NodeWording.list(named.map { ($0.key ?? "").escapingControls })
    let message =
      "expected one key of \(NodeWording.list(cases.keys)) for \(cases.shortName), found \(found)"
    return (.mismatchedType, message, tree.position)
  }

  /// The values that there are, and the one that was probably meant.
  static func hint(for value: String?, among values: [String]) -> String {
    guard !values.isEmpty else { return "" }
    let suggestion = value.map { Suggestion.clause(for: $0, among: values) } ?? ""
    return " (\(NodeWording.list(values)))\(suggestion)"
  }
}

extension TreeWalk.Reader {
  /// The property that reads a node, or else the type.
  init(_ field: FieldPlan?, else typeName: String? = nil, _ place: SourcePosition? = nil) {
    self.init(
      typeName: field?.typeName ?? typeName,
      property: field?.property,
      place: field?.place ?? place
    )
  }
}

extension Tree {
  fileprivate var number: Double? { double ?? integer.map(Double.init) }
}
