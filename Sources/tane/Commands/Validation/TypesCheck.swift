import SystemPackage
import TaneCore
import TaneMapping
import TaneProject
import TaneSwiftSource

/// Checks data against the Swift types that mappings name, by the types' sources.
struct TypesCheck {
  /// A check for each rule, its findings with the weight that the mappings give them.
  private(set) var checks: [FindingReport.Check] = []
  /// What was not looked at and why, one clause each.
  private(set) var notChecked: [String] = []
  /// The names of the types that can be decoded.
  private(set) var declaredNames: [String] = []

  /// The nodes that the Realtime Database gives back as lists, and from which types read lists.
  private(set) var listAddresses: Set<Address> = []

  private let mappings: Mappings
  /// The nodes that come back as lists, by every node above them and by themselves.
  private var suspects: [Address: [Address]] = [:]
  private var prepared: [Preparation: StaticCheck] = [:]

  private struct Preparation: Hashable {
    let type: TypeReference
    let rules: ReadingRules
  }

  /// Reads the sources and checks the nodes of the data that rules name.
  ///
  /// Sources that cannot be read are a finding.
  init(of data: CheckedData, by mappings: Mappings, in context: CommandContext) throws {
    self.mappings = mappings
    if mappings.rules.isEmpty { notChecked = [Self.nothingMapped] }
    guard !mappings.sources.isEmpty else {
      skip("\"sources\" of the mappings name none")
      return
    }
    do {
      try check(data, mayTakeLong: true, in: context)
    } catch let error as SourceReadingError {
      report([Self.unread(mappings, error)])
      skip("the Swift sources cannot be read")
    }
  }

  /// Checks the nodes of the data that rules name; rules that name none are not looked at.
  ///
  /// - Throws: `SourceReadingError` where the sources are neither known nor soon read.
  init(quicklyOf data: CheckedData, by mappings: Mappings, in context: CommandContext) throws {
    self.mappings = mappings
    try check(data, mayTakeLong: false, in: context)
  }

  private mutating func check(
    _ data: CheckedData,
    mayTakeLong: Bool,
    in context: CommandContext
  ) throws {
    let sources = SourceFiles(of: mappings, in: try context.project)
    let index = try Self.index(
      of: sources.files,
      // Those of all rules, so that the cache holds the same files for every command.
      naming: mappings.rules.compactMap { TypeReference(parsing: $0.type) },
      mayTakeLong: mayTakeLong,
      in: context
    )
    declaredNames = index.mappableTypeNames
    report(sources.diagnostics + index.syntaxErrors.map(Self.syntaxError))
    suspects = Self.suspects(in: data)
    let nodes = Dictionary(grouping: data.nodes, by: \.rule)
    for rule in mappings.rules where mayTakeLong || nodes[rule] != nil {
      check(rule, nodes[rule] ?? [], index)
    }
  }

  /// A check that leaves types out.
  init(leavingOut mappings: Mappings) {
    self.mappings = mappings
    notChecked = ["\(Self.question) (--no-types)"]
    skip("--no-types leaves out what types can read")
  }

  /// What is not known where types are not checked.
  static let question = "whether the app's Swift types can read the data"

  private static let nothingMapped =
    "\(question): fixtures/mappings.yaml has no mappings (tane validate --suggest proposes entries)"

  /// What the sources declare; those that an earlier run has read are not read again.
  static func index(
    of files: [SwiftFile],
    naming types: [TypeReference] = [],
    mayTakeLong: Bool = true,
    in context: CommandContext
  ) throws(SourceReadingError) -> SourceIndex {
    let reader = ReaderProcess(environment: context.variables, mayTakeLong: mayTakeLong) {
      // What the build says is written beside this process's notes: a bar would stand in the middle of it.
      context.console.endProgress()
      context.console.note("\($0)…")
    }
    guard let project = try? context.project else {
      return try SourceIndex(of: files, naming: types, reader: reader)
    }
    context.console.progress(.step("reading Swift sources"), isAnnounced: false)
    defer { context.console.endProgress() }
    let file = SourceCacheFile(project.stateDirectory.appending("swift-sources.json"))
    var cache = file.load()
    let index = try SourceIndex(of: files, naming: types, cache: &cache, reader: reader)
    // Without a cache the next run takes longer and finds the same.
    try? file.save(cache)
    return index
  }

  private static func unread(_ mappings: Mappings, _ error: SourceReadingError) -> Diagnostic {
    .error(
      .unreadableFile,
      "the Swift sources cannot be read: \(error.sentence); --no-types checks all but what types can read",
      at: mappings.place
    )
  }

  private static func syntaxError(at place: SourcePosition) -> Diagnostic {
    .warning(
      .swiftSyntax,
      "this Swift file does not parse from here on: what it declares may be read wrong; mend it, or leave it"
        + " out with \"exclude\" in fixtures/mappings.yaml",
      at: place
    )
  }

  /// Notes of every rule that it was not checked, and why.
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
  /// What was found about data, weighed as the mappings say, and about the types that read them: what explains
  /// each other is told once.
  func joined(
    with data: CheckedData
  ) -> (data: [FindingReport.Check], types: [FindingReport.Check]) {
    var (own, read) = (data.checks, checks)
    for index in own.indices {
      own[index].findings = own[index].findings.compactMap { mappings.weighed($0) }
    }
    ReadBackFolding.fold(&own, into: &read, readsList: listAddresses.contains)
    RefusedValues(own).leaveOut(of: &read)
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
      return check.findings.append(Self.noType(rule))
    }
    check.findings = Self.problems(of: type, in: index, rule)
    guard check.findings.isEmpty else { return }
    if nodes.isEmpty { check.skipped = "nothing is at \(rule.pattern)" }
    var report = MappingReport()
    for node in nodes {
      let prepared = prepared(node.isElement ? type.element ?? type : type, rule, index)
      if prepared.isEmpty { check.skipped = prepared.notChecked.joined(separator: "; ") }
      report.merge(prepared.report(on: node.tree, at: node.address))
      for address in suspects[node.address] ?? [] {
        guard let path = node.address.path.relative(address.path), prepared.readsList(at: path)
        else {
          continue
        }
        listAddresses.insert(address)
      }
    }
    // What conditions leave as it is, is read under each of them.
    var told: Set<Diagnostic> = []
    check.findings = report.findings.filter { told.insert($0).inserted }
      .compactMap { mappings.weighed($0, by: rule.settings) }
    note(report.notChecked)
    if case .formatted(let format) = rule.settings.strategies.dates {
      note(["dates of \(rule.pattern), whose format \"\(format.escapingControls)\" is not known"])
    }
  }

  private static func suspects(in data: CheckedData) -> [Address: [Address]] {
    var suspects: [Address: [Address]] = [:]
    for finding in data.checks.flatMap(\.findings) where finding.code == .mapBecomesList {
      guard let address = finding.address else { continue }
      for count in 0...address.path.components.count {
        let path = TreePath(Array(address.path.components.prefix(count)))
        suspects[Address(service: address.service, path: path), default: []].append(address)
      }
    }
    return suspects
  }

  private mutating func prepared(
    _ type: TypeReference,
    _ rule: MappingRule,
    _ index: SourceIndex
  ) -> StaticCheck {
    let key = Preparation(type: type, rules: ReadingRules(rule))
    if let check = prepared[key] { return check }
    let check = StaticCheck(of: type, in: index, rules: key.rules)
    prepared[key] = check
    return check
  }

  private mutating func note(_ clauses: [String]) {
    notChecked += clauses.filter { !notChecked.contains($0) }
  }

  /// What is said of a rule whose type cannot be understood.
  static func noType(_ rule: MappingRule) -> Diagnostic {
    .error(
      .invalidValue,
      "\"\(rule.type.escapingControls)\" is not a type; expected one such as \"[Shop]\"",
      at: rule.typePosition ?? rule.position
    )
  }

  /// What is said of a rule whose type the sources do not declare.
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
  /// A type that no source declares, or that cannot be told from another.
  static let unknownType: DiagnosticCode = "unknown-type"
  /// A Swift file that does not parse.
  static let swiftSyntax: DiagnosticCode = "swift-syntax"
}

extension Mappings {
  /// The file as a whole.
  fileprivate var place: SourcePosition? { file.map { SourcePosition(file: $0) } }
}

extension TypeReference {
  /// The type of what a list or a map holds; nil for other types.
  var element: TypeReference? {
    switch self {
    case .array(let element), .set(let element), .dictionary(_, let element): element
    case .optional(let wrapped): wrapped.element
    case .named, .other: nil
    }
  }
}

extension ReadingRules {
  /// The rules of the decoder that reads what a mapping names.
  init(_ rule: MappingRule) {
    let strategies = rule.settings.strategies
    self.init(readsDocuments: rule.namesDocuments)
    readsJSON = rule.settings.decoder == .json
    keys = strategies.keys == .convertFromSnakeCase ? .convertFromSnakeCase : .useDefaultKeys
    data = strategies.data == .base64 ? .base64 : .deferredToData
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
