import TaneCore
import TaneMapping

extension TreeWalk {
  /// Checks a value that a hand-written initializer reads in several steps.
  mutating func check(_ tree: Tree, _ plan: StepsPlan, reader: FieldPlan?) {
    defer { if !plan.isFullyAnalyzed { isUncertain = true } }
    let isDeep = nodeStack.count >= TreeDecoder.maximumDepth
    // Within a condition, a value is checked only once: conditions can be nested, and each level
    // would multiply the number of checks.
    if isDeep || isTentative && !plan.isFullyAnalyzed {
      return check(tree, plan.node, reader: reader)
    }
    guard plan.isFullyAnalyzed, hasAlternatives(plan.node) else {
      let known = report.findings.count
      check(tree, plan.node, reader: reader)
      let count = report.valueCount
      let found = findings { $0.run(plan.steps, on: tree, reader: reader) }
      add(found.filter { $0.severity == .error }, besides: report.findings[known...])
      report.valueCount = count
      return
    }
    // Checking the plan's node would add nothing: it is unchecked, or a union whose alternatives
    // the steps include.
    report.valueCount += 1
    run(plan.steps, on: tree, reader: reader)
  }

  private func hasAlternatives(_ node: Int) -> Bool {
    switch plan.nodes[node] {
    case .unchecked, .union: true
    default: false
    }
  }

  /// Reports errors, each once, except at addresses for which other findings already contain an
  /// error.
  private mutating func add(_ errors: [Diagnostic], besides known: ArraySlice<Diagnostic>) {
    let addresses = Set(known.filter { $0.severity == .error }.map(\.address))
    var seen: Set<Diagnostic> = []
    add(errors.filter { !addresses.contains($0.address) && seen.insert($0).inserted })
  }

  /// Checks a value against the steps of an initializer, in order.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - tree: The value that the initializer reads.
  ///   - reader: The property whose value the initializer decodes.
  ///   - failed: The reads of the conditions that were not met, for error messages.
  ///   - areAlternatives: True if each of the reads in `failed` has failed.
  private mutating func run(
    _ steps: [Step<StepPlan>],
    on tree: Tree,
    reader: FieldPlan?,
    after failed: [StepPlan] = [],
    areAlternatives: Bool = true
  ) {
    for step in steps {
      switch step {
      case .read(let read)
      where steps.count == 1 && areAlternatives && !isTentative && read.isRequired
        && read.isAlternative(to: failed):
        checkAlternatives(failed + [read], on: tree, reader)
      case .read(let read): check(read, on: tree, path: read.path?[...], reader)
      case .fail: fail(tree, after: failed, reader)
      case .choice(let condition, let success, let failure):
        guard let isMet = evaluate(condition, on: tree, reader: reader) else {
          isUncertain = true
          continue
        }
        if isMet {
          run(success, on: tree, reader: reader)
        } else {
          run(
            failure,
            on: tree,
            reader: reader,
            after: failed + Self.reads(in: failingSteps(of: condition, on: tree, reader: reader)),
            areAlternatives: areAlternatives && Self.failsOnlyIfAllReadsFail(condition)
          )
        }
      }
    }
  }

  /// Returns true if all steps of a condition succeed, false if one fails, or nil if that is
  /// uncertain.
  private mutating func evaluate(
    _ condition: [Step<StepPlan>],
    on tree: Tree,
    reader: FieldPlan?
  ) -> Bool? {
    let (count, wasUncertain, wasTentative) = (report.valueCount, isUncertain, isTentative)
    (isUncertain, isTentative) = (false, true)
    let found = findings { $0.run(condition, on: tree, reader: reader) }
    let isUnknown = isUncertain
    (isUncertain, isTentative) = (wasUncertain, wasTentative)
    guard !found.containsError else {
      report.valueCount = count
      return false
    }
    if !isTentative { add(found) }
    return isUnknown ? nil : true
  }

  /// Returns the first step that fails of an unmet condition, because the initializer does not run
  /// the others; returns a single step unchanged.
  private mutating func failingSteps(
    of condition: [Step<StepPlan>],
    on tree: Tree,
    reader: FieldPlan?
  ) -> [Step<StepPlan>] {
    guard condition.count > 1, !isTentative else { return condition }
    let (count, wasUncertain) = (report.valueCount, isUncertain)
    isTentative = true
    defer { (report.valueCount, isUncertain, isTentative) = (count, wasUncertain, false) }
    for step in condition
    where findings(of: { $0.run([step], on: tree, reader: reader) }).containsError {
      return [step]
    }
    return condition
  }

  private static func failsOnlyIfAllReadsFail(_ condition: [Step<StepPlan>]) -> Bool {
    switch condition.count == 1 ? condition.first : nil {
    case .read: true
    case .choice(let condition, let success, let failure):
      success.isEmpty && failsOnlyIfAllReadsFail(condition) && failsOnlyIfAllReadsFail(failure)
    case .fail, nil: false
    }
  }

  private static func reads(in steps: [Step<StepPlan>]) -> [StepPlan] {
    steps.flatMap { step -> [StepPlan] in
      switch step {
      case .read(let read): [read]
      case .choice(let condition, let success, let failure):
        success.isEmpty ? reads(in: condition) + reads(in: failure) : []
      case .fail: []
      }
    }
  }

  // MARK: Reads

  private mutating func check(
    _ read: StepPlan,
    on tree: Tree,
    path: ArraySlice<String>?,
    _ reader: FieldPlan?
  ) {
    guard let path else { return checkOwnValue(read, on: tree, reader) }
    guard tree.kind == .map, tree.tag == .none else { return mismatch(tree, "a map", reader) }
    let key = path.first ?? read.field.key
    guard
      let (index, child) = tree.children.enumerated().first(where: {
        convertedKey($0.element) == key
      })
    else {
      // The key of a missing container is reported instead of the keys in it.
      if read.field.presence == .required { reportKey(missing: read.field, nil, tree, at: key) }
      return
    }
    if path.isEmpty {
      check(read, child, at: index)
    } else {
      descend(to: child, at: index) { $0.check(read, on: child, path: path.dropFirst(), reader) }
    }
  }

  private mutating func checkOwnValue(_ read: StepPlan, on tree: Tree, _ reader: FieldPlan?) {
    if case .decodes = read.test { return check(tree, read.field.node, reader: reader) }
    if !passes(tree, read) { mismatch(tree, Self.expectation(of: [read]), reader) }
  }

  private mutating func check(_ read: StepPlan, _ child: Tree, at index: Int) {
    if case .decodes = read.test { return check(child, at: index, field: read.field) }
    guard !passes(child, read) else { return }
    descend(to: child, at: index) { $0.mismatch(child, Self.expectation(of: [read]), read.field) }
  }

  private mutating func passes(_ tree: Tree, _ read: StepPlan) -> Bool {
    switch read.test {
    case .decodes, .contains: return true
    case .isPresent: return !tree.isNull
    case .isNull: return tree.isNull
    case .equals(let values):
      guard tree.scalarText.map(values.contains) ?? false else { return false }
      // A string such as "1" does not equal a number.
      let count = report.valueCount
      defer { report.valueCount = count }
      return !findings { $0.check(tree, read.field.node) }.containsError
    }
  }

  // MARK: Errors

  /// Reports an error of the initializer, with the expected value if it is known.
  private mutating func fail(_ tree: Tree, after failed: [StepPlan], _ reader: FieldPlan?) {
    let count = report.findings.count
    // Findings of a condition are not shown, so the message is irrelevant.
    guard !isTentative else { return mismatch(tree, "", reader) }
    if failed.count == 1 { check(failed[0], on: tree, path: failed[0].path?[...], reader) }
    guard report.findings.count == count else { return }
    guard let last = failed.last, last.isAlternative(to: failed) else {
      return add(.unreadableValue, "init(from:) throws an error for this value", tree, reader)
    }
    checkAlternatives(failed, on: tree, reader)
    guard report.findings.count == count else { return }
    // The value matches the alternatives, so the initializer rejects it for a different reason.
    mismatch(tree, Self.expectation(of: failed), reader)
  }

  /// Checks a value that an initializer tries to decode as one type after another.
  private mutating func checkAlternatives(
    _ reads: [StepPlan],
    on tree: Tree,
    _ reader: FieldPlan?
  ) {
    guard let read = reads.last else { return }
    var (value, path) = (tree, [Int]())
    for key in read.valuePath {
      guard let next = value.children.firstIndex(where: { convertedKey($0) == key }) else {
        return reportKey(missing: read.field, nil, tree)
      }
      path.append(next)
      value = value.children[next]
    }
    let union = UnionPlan(
      alternatives: reads.filter { $0.test == .decodes }.map(\.field.node),
      types: Self.expectation(of: reads),
      acceptsNull: false
    )
    descend(to: tree, along: path[...]) {
      $0.checkUnion(value, union, reader: read.path == nil ? reader : read.field)
    }
  }

  /// Returns the values and types that steps expect, such as `"a" or "b"`.
  private static func expectation(of reads: [StepPlan]) -> String {
    var seen: Set<String> = []
    let expectations = reads.flatMap(\.expectations).filter { seen.insert($0).inserted }
    return expectations.isEmpty ? "a value" : expectations.joined(separator: " or ")
  }

  private mutating func descend(
    to tree: Tree,
    along path: ArraySlice<Int>,
    _ body: (inout TreeWalk) -> Void
  ) {
    guard let index = path.first else { return body(&self) }
    let child = tree.children[index]
    descend(to: child, at: index) { $0.descend(to: child, along: path.dropFirst(), body) }
  }
}

extension StepPlan {
  /// The path of keys to the value.
  fileprivate var valuePath: [String] { path.map { $0 + [field.key] } ?? [] }

  /// A Boolean value indicating whether the value must be present and decoded.
  fileprivate var isRequired: Bool { test == .decodes && field.presence == .required }

  /// Returns true if `others` is not empty and all of these steps read the same value as this one.
  fileprivate func isAlternative(to others: [StepPlan]) -> Bool {
    !others.isEmpty && others.allSatisfy { $0.valuePath == valuePath }
  }

  /// The values or the type that the step expects, for messages; empty for any value.
  fileprivate var expectations: [String] {
    switch test {
    case .equals(let values): values.map { isText($0) ? "\"\($0.escapingControls)\"" : $0 }
    case .isNull: ["null"]
    case .decodes where !field.type.isEmpty: [field.type]
    case .decodes, .contains, .isPresent: []
    }
  }

  /// Returns true if a value that the step expects is a string, not a number or a Boolean value.
  private func isText(_ value: String) -> Bool {
    field.type == "String" || Double(value) == nil && field.type != "Bool"
  }
}

extension Tree {
  /// The text of a string, a number or a Boolean value.
  fileprivate var scalarText: String? {
    string ?? (integer ?? double.flatMap { Int64(exactly: $0) }).map(String.init)
      ?? bool.map { "\($0)" }
  }
}
