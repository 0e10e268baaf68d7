/// A check that finds values beyond the limits of a Realtime Database, and containers whose kind
/// changes when read back.
package struct RealtimeDatabaseCheck {
  private let database: String
  private let path: TreePath
  private let memory: NodeMemory
  private var isFixture = false
  private var steps: [Step] = []
  private var findings: [Diagnostic] = []

  /// A step of the path to a node; converted to text only for findings.
  private enum Step {
    case child(node: Int)
    case element(Int)
  }

  private init(_ memory: NodeMemory, database: String, path: TreePath) {
    self.database = database
    self.path = path
    self.memory = memory
  }

  /// Returns all findings about a tree at a path in a database.
  ///
  /// Values that cannot be stored are errors; values that change when read back are warnings. A
  /// priority without a value is an error only in fixtures: a write sets it, without effect.
  package static func findings(
    in tree: Tree,
    at path: TreePath = .root,
    of database: String,
    isFixture: Bool = false
  ) -> [Diagnostic] {
    NodeMemory.with(tree) { memory in
      var check = RealtimeDatabaseCheck(memory, database: database, path: path)
      check.isFixture = isFixture
      check.visit(tree.index)
      return check.findings
    }
  }

  /// Returns all findings about the keys and the depth of a path in a database.
  package static func findings(about path: TreePath, of database: String) -> [Diagnostic] {
    // The keys become nested maps, so that checking the tree covers the whole path.
    var builder = TreeBuilder()
    for key in path.components {
      builder.beginMap()
      builder.setKey(key)
    }
    // A number is valid below any key, including `.priority`.
    builder.append(Int64(1))
    path.components.forEach { _ in builder.endContainer() }
    return findings(in: builder.finish(), of: database).filter { $0.severity == .error }
  }

  private var address: Address {
    let components = steps.map { step in
      switch step {
      case .child(let node): memory.tree(node).key ?? ""
      case .element(let index): String(index)
      }
    }
    return Address(service: database, path: TreePath(path.components + components))
  }

  private var level: Int { path.components.count + steps.count }

  private mutating func visit(_ node: Int) {
    let record = memory.nodes[node]
    if record.tag != .none { checkTag(of: memory.tree(node)) }
    switch record.kind {
    case .double, .decimal: checkNumber(memory.tree(node))
    case .string:
      if record.textRange.count > RealtimeDatabaseLimits.stringBytes {
        reportLongString(memory.tree(node))
      }
    case .list: visitList(node)
    case .map: visitMap(node)
    case .integer: checkInteger(node, Int64(bitPattern: record.payload))
    case .null, .bool: break
    }
  }

  private mutating func visitList(_ node: Int) {
    let (elements, list) = (memory.nodes[node].childRange, memory.tree(node))
    guard !elements.isEmpty else { return warnOfEmpty(list) }
    visitChildren(of: node)
    let gaps = elements.count { !memory.exists($0) }
    guard gaps > 0, gaps < elements.count, !list.storedForm().isReadBackAsList else { return }
    warn(
      .listBecomesMap,
      at: list.position,
      "this list of \(elements.count) elements is read back as a map, because \(gaps) of them "
        + "\(gaps == 1 ? "is" : "are") empty"
    )
  }

  private mutating func visitMap(_ node: Int) {
    let children = memory.nodes[node].childRange
    guard let last = children.last else { return warnOfEmpty(memory.tree(node)) }
    visitChildren(of: node)
    // The value of the tree's root may be in other files.
    if isFixture, !steps.isEmpty { checkPriority(of: node) }
    // Integers come first in key order, so the last key is an integer only if all keys are.
    guard KeyOrder.integer(memory.key(last)) != nil else { return }
    let map = memory.tree(node)
    guard let greatest = map.greatestListIndex else { return }
    let held = map.children.lazy.filter(\.existsInRealtimeDatabase)
    let count = held.count
    let shown = held.prefix(3).compactMap(\.key).joined(separator: ", ") + (count > 3 ? ", …" : "")
    let holes = greatest + 1 - count
    warn(
      .mapBecomesList,
      at: map.position,
      holes == 0
        ? "this map with the keys \(shown) is read back as a list of \(greatest + 1): a type that expects a dictionary"
          + " cannot read it"
        : "this map with the keys \(shown) is read back as a list of \(greatest + 1) with \(counted(holes, "null")): a"
          + " type that expects a dictionary cannot read it"
    )
  }

  /// Reports a priority of a map without other values.
  private mutating func checkPriority(of map: Int) {
    let hasValue = memory.nodes[map].childRange.contains {
      memory.exists($0) && !memory.key($0).elementsEqual(".priority".utf8)
    }
    guard !hasValue, let priority = memory.tree(map)[".priority"], !priority.isNull else { return }
    report(
      .priorityWithoutValue,
      at: priority.position,
      "this node has a priority but no value, so the Realtime Database does not store it; add a "
        + "value, or remove the priority"
    )
  }

  private mutating func visitChildren(of container: Int) {
    let record = memory.nodes[container]
    for (index, child) in record.childRange.enumerated() {
      steps.append(record.kind == .map ? .child(node: child) : .element(index))
      if record.kind == .map { checkKey(of: child) }
      if level == RealtimeDatabaseLimits.depth + 1, !Self.belongsToExportForm(memory.tree(child)) {
        report(
          .tooDeep,
          at: memory.tree(child).keyPosition,
          "this key is at level \(level); the Realtime Database allows "
            + "\(RealtimeDatabaseLimits.depth) levels: move it closer to the root"
        )
      } else {
        visit(child)
      }
      steps.removeLast()
    }
  }

  private mutating func checkKey(of node: Int) {
    guard !RealtimeDatabaseLimits.allowsKey(memory.key(node)) else { return }
    let child = memory.tree(node)
    guard let key = child.key, !Self.belongsToExportForm(child) else { return }
    if key.isEmpty {
      report(.illegalKey, at: child.keyPosition, "a key cannot be empty in the Realtime Database")
    }
    if let character = RealtimeDatabaseLimits.illegalCharacter(in: key) {
      let advice =
        key == ".sv" ? "; for the server's time, write the value !server-timestamp" : ""
      report(
        .illegalKey,
        at: child.keyPosition,
        "the key \"\(key.escapingControls)\" contains \(Self.name(of: character)), which the "
          + "Realtime Database forbids in keys (. $ # [ ] / and control characters)\(advice)"
      )
    }
    if key.utf8.count > RealtimeDatabaseLimits.keyBytes {
      report(
        .keyTooLong,
        at: child.keyPosition,
        "this key is \(key.utf8.count) bytes long; the Realtime Database allows up to "
          + "\(RealtimeDatabaseLimits.keyBytes) bytes"
      )
    }
  }

  /// Returns true if a child is its parent's priority, or the scalar of a parent with a priority
  /// (<https://firebase.google.com/docs/reference/rest/database#section-param-format>).
  private static func belongsToExportForm(_ child: Tree) -> Bool {
    switch child.key {
    case ".priority": child.kind.isNumber || child.kind == .string || child.tag == .serverTimestamp
    case ".value": !child.kind.isContainer
    default: false
    }
  }

  private mutating func checkInteger(_ node: Int, _ integer: Int64) {
    guard Double(exactly: integer) == nil else { return }
    warn(
      .numberRounded,
      at: memory.tree(node).position,
      "\(integer) may be read back as "
        + "\(Int64(exactly: Double(integer)).map { "\($0)" } ?? "a different number"): the "
        + "Realtime Database and its clients may use floating-point numbers, which are not exact "
        + "beyond 9007199254740992 (2^53); quote it to keep it as a string"
    )
  }

  private mutating func checkNumber(_ tree: Tree) {
    if let digits = tree.decimal {
      report(
        .numberOutOfRange,
        at: tree.position,
        "\(digits) would be rounded: the Realtime Database stores 64-bit integers and "
          + "floating-point numbers; quote it to keep it as a string"
      )
    } else if let double = tree.double, !double.isFinite {
      report(
        .notFinite,
        at: tree.position,
        "the Realtime Database cannot store \(Self.yamlName(of: double)); use a finite number"
      )
    }
  }

  private mutating func reportLongString(_ tree: Tree) {
    report(
      .stringTooLong,
      at: tree.position,
      "this string is \(tree.utf8Count) bytes long; the Realtime Database allows up to "
        + "\(RealtimeDatabaseLimits.stringBytes) bytes (10 MiB)"
    )
  }

  private mutating func checkTag(of tree: Tree) {
    guard let name = tree.tag.yamlName, tree.tag != .serverTimestamp else { return }
    report(
      .unsupportedTag,
      at: tree.position,
      "\(name) is a Firestore type; the Realtime Database does not support it"
    )
  }

  private mutating func warnOfEmpty(_ container: Tree) {
    warn(
      .emptyVanishes,
      at: container.position,
      "the Realtime Database does not store an empty \(container.kind): readers find no value here"
    )
  }

  private mutating func report(
    _ code: DiagnosticCode,
    at position: SourcePosition?,
    _ message: String
  ) {
    findings.append(.error(code, message, at: position, address: address))
  }

  private mutating func warn(
    _ code: DiagnosticCode,
    at position: SourcePosition?,
    _ message: String
  ) {
    findings.append(.warning(code, message, at: position, address: address))
  }

  private static func name(of character: Unicode.Scalar) -> String {
    character.value < 0x20 || character.value == 0x7F
      ? "the control character U+\(String(character.value, radix: 16, uppercase: true).leftPadded(to: 4))"
      : "\"\(character)\""
  }

  private static func yamlName(of double: Double) -> String {
    double.isNaN ? ".nan" : double < 0 ? "-.inf" : ".inf"
  }
}

extension DiagnosticCode {
  /// A key that the service forbids.
  package static let illegalKey: DiagnosticCode = "illegal-key"
  /// A key that exceeds the service's maximum length, such as 768 bytes in the Realtime Database.
  package static let keyTooLong: DiagnosticCode = "key-too-long"
  /// A node below the deepest level of the service, such as level 32 in the Realtime Database.
  package static let tooDeep: DiagnosticCode = "too-deep"
  /// A string that exceeds the service's maximum length, such as 10 MiB in the Realtime Database.
  package static let stringTooLong: DiagnosticCode = "string-too-long"
  /// NaN or an infinity.
  package static let notFinite: DiagnosticCode = "not-finite"
  /// A number that the service rounds.
  package static let numberOutOfRange: DiagnosticCode = "number-out-of-range"
  /// An integer that has no exact floating-point representation.
  package static let numberRounded: DiagnosticCode = "number-rounded"
  /// A tag that the service does not support.
  package static let unsupportedTag: DiagnosticCode = "unsupported-tag"
  /// A priority of a node without a value, which is not stored.
  package static let priorityWithoutValue: DiagnosticCode = "priority-without-value"
  /// A map that is read back as a list.
  package static let mapBecomesList: DiagnosticCode = "map-becomes-list"
  /// A list that is read back as a map.
  package static let listBecomesMap: DiagnosticCode = "list-becomes-map"
  /// An empty container, which is not stored.
  package static let emptyVanishes: DiagnosticCode = "empty-vanishes"
}
