package import TaneCore

/// Evaluates the tags of the fixture language in trees that were read with them.
///
/// One evaluator serves all files of a run, so that its limit holds for all of them together. Every value keeps
/// the place in a file that generated it.
package final class FixtureEvaluator {
  /// The most values that tags may make in a run.
  package static let maximumNodes = 10_000_000

  let run: FixtureRun
  /// The settings of the set whose files are evaluated.
  package var settings = FixtureSetSettings() {
    didSet { (included, instants) = ([:], [:]) }
  }
  /// Whether dates become Firestore's timestamps.
  private(set) var usesTimestamps = false
  /// Whether tags can say what becomes of earlier sets' values.
  private(set) var takesLayerTags = true

  let readFile: FixtureFileReader
  var builder = TreeBuilder()
  /// The files and definitions that are being evaluated, outermost first.
  var open: [String] = []
  /// The trees of included files, as the set's tags read them.
  var included: [String: Tree] = [:]
  var templates: [String: FixtureTemplate] = [:]
  /// The times that texts mean, in the set's zone.
  var instants: [String: FixtureInstant] = [:]
  let limit: Int
  /// The values that were evaluated so far.
  private(set) var nodes = 0
  private var findings: [Diagnostic] = []
  private var reported: Set<Diagnostic> = []
  /// How often an error was found, repeated ones included.
  private(set) var errorCount = 0

  /// The files that tags name, relative to the project.
  package private(set) var namedFiles: Set<String> = []
  /// The variables that were read.
  package private(set) var usedVariables: Set<String> = []
  /// Whether a value follows from the time of the run.
  package private(set) var usesAnchor = false
  /// Whether a value refers to another one, and waits for `FixtureReferences`.
  package private(set) var hasReferences = false

  /// Whether a tag says what becomes of earlier sets' values, and waits for their layers.
  package private(set) var hasLayerTags = false

  /// Creates an evaluator.
  ///
  /// - Parameters:
  ///   - run: What tags read besides the fixtures.
  ///   - limit: The most values that tags may make.
  ///   - readFile: Reads the files that tags name.
  package init(
    _ run: FixtureRun,
    limit: Int = FixtureEvaluator.maximumNodes,
    reading readFile: @escaping FixtureFileReader
  ) {
    (self.run, self.limit, self.readFile) = (run, limit, readFile)
  }

  /// Evaluates the tree of a file; what cannot be evaluated is null, and a finding.
  ///
  /// - Parameters:
  ///   - tree: The tree of the file.
  ///   - address: Where the tree's root stands.
  ///   - usesTimestamps: Whether dates become Firestore's timestamps.
  ///   - takesLayerTags: Whether tags can say what becomes of earlier sets' values.
  /// - Returns: The tree without tags, but for references (`FixtureReferences`), and what was found.
  package func evaluate(
    _ tree: Tree,
    at address: Address,
    usingTimestamps usesTimestamps: Bool = false,
    takingLayerTags takesLayerTags: Bool = true
  ) -> (tree: Tree, findings: [Diagnostic]) {
    (self.usesTimestamps, self.takesLayerTags) = (usesTimestamps, takesLayerTags)
    findings = []
    builder = TreeBuilder(sharing: tree)
    do {
      let place = FixturePlace(seed: settings.seed, address: address)
      try emit(tree, place, FixtureCounters())
    } catch {
      open = []
      return (.null, findings + [error])
    }
    var finished = TreeBuilder()
    swap(&finished, &builder)
    return (finished.finish(), findings)
  }

  // MARK: Walking

  /// Appends a value, its tags evaluated, under the current key.
  func emit(
    _ node: Tree,
    _ place: FixturePlace,
    _ counters: FixtureCounters
  ) throws(Diagnostic) {
    try count(node)
    if node.tag == .expression { return try emit(expression: node, place, counters) }
    guard node.kind.isContainer else { return builder.append(node) }
    builder.setPlace(of: node)
    node.kind == .map ? builder.beginMap(tag: node.tag) : builder.beginList(tag: node.tag)
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
    _ place: FixturePlace,
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
    nodes += 1
    guard nodes > limit else { return }
    throw .error(
      .expansionLimit,
      "the tags of these fixtures make more than \(limit.grouped) values;"
        + " lower the counts of !repeat",
      at: node.position
    )
  }

  /// The value of a node, its tags evaluated, without appending it.
  func evaluated(
    _ node: Tree,
    _ place: FixturePlace,
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

  /// Appends what a tag makes, at the tag's place; null where it could not.
  func append(_ value: FixtureScalar?, of use: FixtureTag.Use) {
    builder.setPlace(of: use.node)
    switch value {
    case .text(let text, let tag): builder.append(text, tag: tag)
    case .integer(let number): builder.append(number)
    case .double(let number): builder.append(number)
    case nil: builder.appendNull()
    }
  }

  func noteFile(_ name: String) { namedFiles.insert(name) }
  func noteVariable(_ name: String) { usedVariables.insert(name) }
  func noteAnchor() { usesAnchor = true }
  func noteReference() { hasReferences = true }
  func noteLayerTag() { hasLayerTags = true }

  // MARK: Findings

  func report(_ code: DiagnosticCode, _ message: String, at position: SourcePosition?) {
    add(.error(code, message, at: position))
  }

  /// Adds a finding; a value that is repeated is wrong each time, and is reported once.
  func add(_ finding: Diagnostic) {
    if finding.severity == .error { errorCount += 1 }
    if reported.insert(finding).inserted { findings.append(finding) }
  }

  /// Reports something else behind a tag than it expects.
  func reportMisuse(_ use: FixtureTag.Use, found: String? = nil, at position: SourcePosition? = nil)
  {
    report(
      "wrong-tag",
      "the tag \(use.tag.name) expects \(use.tag.expectation), not"
        + " \(found ?? Self.description(of: use.argument)); for example \(use.tag.example)",
      at: position ?? use.node.position
    )
  }

  /// What a value is, for a message: `"text"`, `12`, `a list`, `nothing`.
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
