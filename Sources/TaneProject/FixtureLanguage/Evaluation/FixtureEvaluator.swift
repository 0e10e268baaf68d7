package import TaneCore

/// An evaluator for the tags of the fixture language.
///
/// One evaluator serves all files of a run, so its limit applies to the total of all files. Every
/// value has the position of the text that generated it.
package final class FixtureEvaluator {
  /// The maximum number of values that tags may generate in a run.
  package static let maximumNodes = 10_000_000

  let run: FixtureRun
  /// The settings of the set whose files are evaluated.
  package var settings = FixtureSetSettings() {
    didSet { (included, instants) = ([:], [:]) }
  }
  /// A Boolean value indicating whether dates become Firestore timestamps.
  private(set) var usesTimestamps = false
  /// A Boolean value indicating whether layer tags, which change values of earlier sets, are
  /// allowed.
  private(set) var allowsLayerTags = true

  let readFile: FixtureFileReader
  var builder = TreeBuilder()
  /// The files and definitions that are being evaluated, outermost first.
  var evaluationStack: [String] = []
  /// The parsed trees of included files, by name; parsing depends on the set's tags.
  var included: [String: Tree] = [:]
  var templates: [String: FixtureTemplate] = [:]
  /// A cache of parsed times, in the set's zone.
  var instants: [String: FixtureInstant] = [:]
  let limit: Int
  /// The map or list whose values are being evaluated, and the map that overrides it; nil where the
  /// keys are unknown.
  var container: (tree: Tree, upper: Tree?)?
  /// The number of values evaluated so far.
  private(set) var nodeCount = 0
  private var findings: [Diagnostic] = []
  private var reported: Set<Diagnostic> = []
  /// The number of errors, including repeated errors.
  private(set) var errorCount = 0

  /// The files that tags refer to, relative to the project.
  package private(set) var referencedFiles: Set<String> = []
  /// The names of the environment variables that were read.
  package private(set) var usedVariables: Set<String> = []
  /// A Boolean value indicating whether any value depends on the time of the run.
  package private(set) var usesAnchor = false
  /// A Boolean value indicating whether trees contain references (see `FixtureReferences`).
  package private(set) var hasReferences = false

  /// A Boolean value indicating whether trees contain layer tags to apply.
  package private(set) var hasLayerTags = false

  /// Creates an evaluator.
  ///
  /// - Parameters:
  ///   - run: The inputs that tags use in addition to the fixtures.
  ///   - limit: The maximum number of values that tags may generate.
  ///   - readFile: A closure that reads the files that tags refer to.
  package init(
    _ run: FixtureRun,
    limit: Int = FixtureEvaluator.maximumNodes,
    reading readFile: @escaping FixtureFileReader
  ) {
    (self.run, self.limit, self.readFile) = (run, limit, readFile)
  }

  /// Evaluates the tree of a file; a value that cannot be evaluated becomes null, with a finding.
  ///
  /// - Parameters:
  ///   - tree: The tree of the file.
  ///   - address: The address of the tree's root.
  ///   - usesTimestamps: True if dates become Firestore timestamps.
  ///   - allowsLayerTags: True if layer tags are allowed.
  /// - Returns: The tree, in which only references and layer tags remain, and the findings.
  package func evaluate(
    _ tree: Tree,
    at address: Address,
    usingTimestamps usesTimestamps: Bool = false,
    allowingLayerTags allowsLayerTags: Bool = true
  ) -> (tree: Tree, findings: [Diagnostic]) {
    (self.usesTimestamps, self.allowsLayerTags) = (usesTimestamps, allowsLayerTags)
    (findings, container) = ([], nil)
    builder = TreeBuilder(sharing: tree)
    do {
      let place = LocationHash(seed: settings.seed, address: address)
      try emit(tree, place, FixtureCounters())
    } catch {
      evaluationStack = []
      return (.null, findings + [error])
    }
    var finished = TreeBuilder()
    swap(&finished, &builder)
    return (finished.finish(), findings)
  }

  // MARK: Walking

  /// Evaluates a value and appends it under the current key.
  func emit(
    _ node: Tree,
    _ place: LocationHash,
    _ counters: FixtureCounters
  ) throws(Diagnostic) {
    try count(node)
    if node.tag == .expression { return try emit(expression: node, place, counters) }
    guard node.kind.isContainer else { return builder.append(node) }
    builder.setPosition(of: node)
    node.kind == .map ? builder.beginMap(tag: node.tag) : builder.beginList(tag: node.tag)
    let outer = container
    container = (node, nil)
    defer { container = outer }
    for (index, child) in node.children.enumerated() {
      if let key = child.key {
        builder.setKey(of: child)
        try emit(child, place.child(key), counters)
      } else {
        try emit(child, place.child(String(index)), counters)
      }
    }
    builder.endContainer()
  }

  private func emit(
    expression node: Tree,
    _ place: LocationHash,
    _ counters: FixtureCounters
  ) throws(Diagnostic) {
    guard let argument = node.children.first, let name = argument.key else {
      return builder.appendNull()
    }
    if let tag = FixtureTag.named(name) {
      let use = FixtureTag.Use(
        tag: tag,
        argument: argument,
        node: node,
        place: place,
        counters: counters
      )
      try tag.evaluate(self, use)
    } else {
      try emitDefinition(name, argument, node, place, counters)
    }
  }

  private func count(_ node: Tree) throws(Diagnostic) {
    nodeCount += 1
    guard nodeCount > limit else { return }
    throw .error(
      .expansionLimit,
      "the tags of these fixtures generate more than \(limit.grouped) values; lower the counts of "
        + "!repeat",
      at: node.position
    )
  }

  /// Returns the evaluated value of a node without appending it.
  func evaluated(
    _ node: Tree,
    _ place: LocationHash,
    _ counters: FixtureCounters
  ) throws(Diagnostic) -> Tree {
    var other = TreeBuilder()
    swap(&builder, &other)
    defer { swap(&builder, &other) }
    try emit(node, place, counters)
    var finished = TreeBuilder()
    swap(&finished, &builder)
    return finished.finish()
  }

  // MARK: Results

  /// Appends the result of a tag with the tag's position, or null if there is no result.
  func append(_ value: FixtureScalar?, of use: FixtureTag.Use) {
    builder.setPosition(of: use.node)
    switch value {
    case .text(let text, let tag): builder.append(text, tag: tag)
    case .integer(let number): builder.append(number)
    case .double(let number): builder.append(number)
    case nil: builder.appendNull()
    }
  }

  func recordFile(_ name: String) { referencedFiles.insert(name) }
  func recordVariable(_ name: String) { usedVariables.insert(name) }
  func recordAnchorUse() { usesAnchor = true }
  func recordReference() { hasReferences = true }
  func recordLayerTag() { hasLayerTags = true }

  // MARK: Findings

  func report(_ code: DiagnosticCode, _ message: String, at position: SourcePosition?) {
    add(.error(code, message, at: position))
  }

  /// Adds a finding unless it was added before, for example for an earlier generated value.
  func add(_ finding: Diagnostic) {
    if finding.severity == .error { errorCount += 1 }
    if reported.insert(finding).inserted { findings.append(finding) }
  }

  /// Reports an unexpected argument of a tag.
  func reportMisuse(_ use: FixtureTag.Use, found: String? = nil, at position: SourcePosition? = nil)
  {
    report(
      "wrong-tag",
      "the tag \(use.tag.name) expects \(use.tag.expectation), not"
        + " \(found ?? Self.description(of: use.argument)); for example \(use.tag.example)",
      at: position ?? use.node.position
    )
  }

  /// Returns the description of a value for a message: `"text"`, `12`, `a list`, `nothing`.
  static func description(of tree: Tree) -> String {
    switch tree.kind {
    case _ where tree.tag == .expression: "the tag \(tree.children.first?.key ?? "")"
    case .null: "nothing"
    case .string: "\"\((tree.string ?? "").escapingControls)\""
    case .integer: String(tree.integer ?? 0)
    case .bool: tree.bool == true ? "true" : "false"
    case .double, .decimal: "a number"
    case .list: tree.children.isEmpty ? "an empty list" : "a list"
    case .map: tree.children.isEmpty ? "an empty map" : "a map"
    }
  }
}
