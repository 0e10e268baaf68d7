import SystemPackage
import TaneCore
import TaneMapping
package import TaneProject
package import TaneSwiftSource

/// A check of data against the Swift types in the mappings, based on the app's sources.
package struct TypesCheck {
  /// One check per rule, with severities as configured by the mappings.
  package private(set) var checks: [FindingReport.Check] = []
  /// The skipped checks and the reasons, as clauses.
  package private(set) var notChecked: [String] = []
  /// The names of the types that can be decoded.
  package private(set) var declaredNames: [String] = []

  /// The nodes that the Realtime Database returns as lists and that types also decode as lists.
  private(set) var listAddresses: Set<Address> = []

  private let mappings: Mappings
  /// The nodes that the Realtime Database returns as lists, keyed by the address of the node and of
  /// each of its ancestors.
  private var readBackLists: [Address: [Address]] = [:]
  private var prepared: [CheckKey: StaticCheck] = [:]

  private struct CheckKey: Hashable {
    let type: TypeReference
    let rules: ReadingRules
  }

  /// The parsed Swift sources of the mappings.
  package struct Sources: Sendable {
    /// The declared types.
    package let index: SourceIndex
    /// Findings about files and folders that cannot be read.
    let diagnostics: [Diagnostic]

    /// Parses the sources.
    ///
    /// - Throws: A `SourceReadingError` if they cannot be read, or if they are not cached and
    ///   parsing would take a long time.
    package init(
      of mappings: Mappings,
      allowsLongOperations: Bool = true,
      in context: CheckContext
    ) throws(SourceReadingError) {
      let sources = SourceFiles(of: mappings, in: context.project)
      diagnostics = sources.diagnostics
      index = try TypesCheck.index(
        of: sources.files,
        // All rules are included, so that every command caches the same files.
        naming: mappings.rules.compactMap { TypeReference(parsing: $0.type) },
        allowsLongOperations: allowsLongOperations,
        in: context
      )
    }

    /// Parses the sources, or returns nil if the mappings have none.
    package static func read(
      for mappings: Mappings,
      in context: CheckContext
    ) -> Result<Sources, SourceReadingError>? {
      guard !mappings.sources.isEmpty else { return nil }
      do throws(SourceReadingError) {
        return .success(try Sources(of: mappings, in: context))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Parses the sources and checks the nodes that rules match.
  ///
  /// Sources that cannot be read are reported as a finding.
  package init(of data: CheckedData, by mappings: Mappings, in context: CheckContext) {
    let sources = Sources.read(for: mappings, in: context)
    context.reporter.progress(.step("checking the types"), isAnnounced: false)
    defer { context.reporter.endProgress() }
    self.init(of: data, by: mappings, reading: sources)
  }

  /// Checks the nodes that rules match, using parsed sources.
  package init(
    of data: CheckedData,
    by mappings: Mappings,
    reading sources: Result<Sources, SourceReadingError>?
  ) {
    self.mappings = mappings
    if mappings.rules.isEmpty { notChecked = [Self.noMappingsClause] }
    switch sources {
    case .success(let sources)?: check(data, sources)
    case .failure(let error)?:
      report([Self.unreadableSourcesFinding(mappings, error)])
      skip("the Swift sources cannot be read")
    case nil:
      let reason = "\"sources\" in the mappings is empty"
      if !mappings.rules.isEmpty { notChecked = ["\(Self.question): \(reason)"] }
      skip(reason)
    }
  }

  /// Checks the nodes that rules match, skipping rules without nodes.
  ///
  /// - Throws: A `SourceReadingError` if the sources are not cached and parsing would take a long
  ///   time.
  package init(
    quicklyOf data: CheckedData,
    by mappings: Mappings,
    in context: CheckContext
  ) throws(SourceReadingError) {
    self.mappings = mappings
    check(data, try Sources(of: mappings, allowsLongOperations: false, in: context), isQuick: true)
  }

  private mutating func check(_ data: CheckedData, _ sources: Sources, isQuick: Bool = false) {
    declaredNames = sources.index.mappableTypeNames
    report(sources.diagnostics + sources.index.syntaxErrors.map(Self.syntaxError))
    readBackLists = Self.readBackLists(in: data)
    let nodes = Dictionary(grouping: data.nodes, by: \.rule)
    WorkCounter.expect(data.nodes.reduce(0) { $0 + $1.tree.leafCount }, .values)
    for rule in mappings.rules where !isQuick || nodes[rule] != nil {
      check(rule, nodes[rule] ?? [], sources.index)
    }
  }

  /// Creates a check that skips types.
  package init(skipping mappings: Mappings) {
    self.mappings = mappings
    notChecked = ["\(Self.question) (--no-types)"]
    skip("--no-types skips the type check")
  }

  /// The description of the type check in clauses about skipped checks.
  package static let question = "whether the app's Swift types can read the data"

  private static let noMappingsClause =
    "\(question): fixtures/mappings.yaml has no mappings (tane validate --suggest proposes entries)"

  /// Returns the index of the sources, using the cache of earlier runs.
  private static func index(
    of files: [SwiftFile],
    naming types: [TypeReference],
    allowsLongOperations: Bool,
    in context: CheckContext
  ) throws(SourceReadingError) -> SourceIndex {
    let reporter = context.reporter
    let reader = ReaderProcess(
      environment: context.variables,
      allowsLongOperations: allowsLongOperations
    ) {
      // The build prints its own output, which a progress bar would disrupt.
      reporter.endProgress()
      reporter.note("\($0)…")
    }
    reporter.progress(.step("reading Swift sources"), isAnnounced: false)
    defer { reporter.endProgress() }
    let file = SourceCacheFile(context.project.stateDirectory.appending("swift-sources.json"))
    var cache = file.load()
    let index = try SourceIndex(of: files, naming: types, cache: &cache, reader: reader)
    // If the cache cannot be saved, only the next run takes longer.
    try? file.save(cache)
    return index
  }

  private static func unreadableSourcesFinding(_ mappings: Mappings, _ error: SourceReadingError)
    -> Diagnostic
  {
    let advice = "--no-types checks everything except types"
    return .error(
      .unreadableFile,
      "the Swift sources cannot be read: \(error.sentence); \(advice)",
      at: mappings.place
    )
  }

  static func syntaxError(at place: SourcePosition) -> Diagnostic {
    .warning(
      .swiftSyntax,
      "this Swift file has a syntax error here, so its declarations may be misread; fix it, or add "
        + "the file to \"exclude\" in fixtures/mappings.yaml",
      at: place
    )
  }

  /// Adds a skipped check for each rule.
  private mutating func skip(_ reason: String) {
    checks += mappings.rules.map { .init(name: Self.name($0), findings: [], skipped: reason) }
  }

  private static func name(_ rule: MappingRule) -> String { "\(rule.pattern) as \(rule.type)" }

  private mutating func report(_ findings: [Diagnostic]) {
    guard !findings.isEmpty else { return }
    checks.append(.init(name: "Swift sources", findings: findings))
  }
}

// MARK: Findings

extension TypesCheck {
  /// Returns the checks of data and types, after applying the configured severities, merging
  /// related findings, and removing findings about missing values that result from rejected values.
  package func joined(
    with data: CheckedData
  ) -> (data: [FindingReport.Check], types: [FindingReport.Check]) {
    var (own, read) = (data.checks, checks)
    for index in own.indices {
      own[index].findings = own[index].findings.compactMap { mappings.applyingSeverity($0) }
    }
    ReadBackWarningMerger.fold(&own, into: &read, readsList: listAddresses.contains)
    RejectedValues(own).removeMissingValues(from: &read)
    return (own, read)
  }
}

// MARK: One rule

extension TypesCheck {
  private mutating func check(
    _ rule: MappingRule,
    _ nodes: [CheckedData.Node],
    _ index: SourceIndex
  ) {
    var check = FindingReport.Check(name: Self.name(rule), findings: [])
    defer { checks.append(check) }
    guard let type = TypeReference(parsing: rule.type) else {
      return check.findings.append(Self.invalidTypeFinding(rule))
    }
    check.findings = Self.problems(of: type, in: index, rule)
    guard check.findings.isEmpty else { return }
    if nodes.isEmpty { check.skipped = "the data has no value at \(rule.pattern)" }
    var report = MappingReport()
    for node in nodes {
      let prepared = prepareCheck(
        of: node.isElement ? type.element ?? type : type,
        for: rule,
        in: index
      )
      if prepared.isEmpty { check.skipped = prepared.notChecked.joined(separator: "; ") }
      report.merge(prepared.report(on: node.tree, at: node.address))
      WorkCounter.add(node.tree.leafCount, .values)
      for address in readBackLists[node.address] ?? [] {
        guard let path = node.address.path.relative(address.path), prepared.readsList(at: path)
        else {
          continue
        }
        listAddresses.insert(address)
      }
    }
    // Values that are the same under several conditions are checked once per condition, but each
    // finding is reported once.
    var seen: Set<Diagnostic> = []
    check.findings = report.findings.filter { seen.insert($0).inserted }
      .compactMap { mappings.applyingSeverity($0, by: rule.settings) }
    note(report.notChecked)
    if case .formatted(let format) = rule.settings.strategies.dates {
      note([
        "dates of \(rule.pattern), whose format \"\(format.escapingControls)\" is not supported"
      ])
    }
  }

  private static func readBackLists(in data: CheckedData) -> [Address: [Address]] {
    var readBackLists: [Address: [Address]] = [:]
    for finding in data.checks.flatMap(\.findings) where finding.code == .mapBecomesList {
      guard let address = finding.address else { continue }
      for count in 0...address.path.components.count {
        let path = TreePath(Array(address.path.components.prefix(count)))
        readBackLists[Address(service: address.service, path: path), default: []].append(address)
      }
    }
    return readBackLists
  }

  private mutating func prepareCheck(
    of type: TypeReference,
    for rule: MappingRule,
    in index: SourceIndex
  ) -> StaticCheck {
    let key = CheckKey(type: type, rules: ReadingRules(rule))
    if let check = prepared[key] { return check }
    let check = StaticCheck(of: type, in: index, rules: key.rules)
    prepared[key] = check
    return check
  }

  private mutating func note(_ clauses: [String]) {
    notChecked += clauses.filter { !notChecked.contains($0) }
  }

  /// Returns the finding about a rule whose type cannot be parsed.
  static func invalidTypeFinding(_ rule: MappingRule) -> Diagnostic {
    .error(
      .invalidValue,
      "\"\(rule.type.escapingControls)\" is not a valid type; expected a type such as \"[Shop]\"",
      at: rule.typePosition ?? rule.position
    )
  }

  /// Returns the findings about a rule whose type the sources do not declare.
  static func problems(
    of type: TypeReference,
    in index: SourceIndex,
    _ rule: MappingRule
  ) -> [Diagnostic] {
    index.problems(in: type).map {
      .error(.unknownType, $0, at: rule.typePosition ?? rule.position)
    }
  }
}

extension DiagnosticCode {
  /// A type that no source declares, or whose name is ambiguous.
  static let unknownType: DiagnosticCode = "unknown-type"
  /// A Swift file with a syntax error.
  static let swiftSyntax: DiagnosticCode = "swift-syntax"
}

extension Mappings {
  /// The start of the mappings file.
  fileprivate var place: SourcePosition? { file.map { SourcePosition(file: $0) } }
}

extension TypeReference {
  /// The element type of an optional or non-optional list, set or map, or nil for any other type.
  var element: TypeReference? {
    switch self {
    case .array(let element), .set(let element), .dictionary(_, let element): element
    case .optional(let wrapped): wrapped.element
    case .named, .other: nil
    }
  }
}

extension ReadingRules {
  /// Creates the decoding rules for a mapping.
  package init(_ rule: MappingRule) {
    let strategies = rule.settings.strategies
    self.init(readsDocuments: rule.isForDocuments)
    readsJSON = rule.settings.decoder == .json
    readsParameters = rule.pattern.service == ServiceKind.remoteConfig.id
    keys = strategies.keys == .convertFromSnakeCase ? .convertFromSnakeCase : .useDefaultKeys
    data = strategies.data == .base64 ? .base64 : .deferredToData
    if case .convertFromString(let positive, let negative, let nan) = strategies.floats {
      nonFiniteNumbers = [positive, negative, nan]
    }
    dates =
      switch strategies.dates {
      case .deferredToDate: .deferredToDate
      case .iso8601: .iso8601
      case .secondsSince1970: .secondsSince1970
      case .millisecondsSince1970: .millisecondsSince1970
      case .formatted: .unchecked
      }
  }
}
