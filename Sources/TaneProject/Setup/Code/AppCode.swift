import TaneCore

/// The databases and buckets named in literals of an app's Swift code, and the types that decode
/// their data.
struct AppCode: Sendable {
  /// A database or bucket that the code names by its URL.
  struct Location: Sendable, Hashable {
    let kind: ServiceKind
    /// The URL, without a trailing slash.
    let url: String
    /// The constant or variable to which the literal or the service is assigned.
    let constant: String?
    let file: String
    let line: Int
  }

  /// A node or document that the code decodes as a type.
  struct DecodedNode: Sendable, Hashable {
    /// The service that contains the node or document.
    enum Service: Sendable, Hashable {
      case firestore
      /// The database with a URL or in a constant, or the default database if both are nil.
      case database(url: String?, constant: String?)
    }

    let service: Service
    /// The keys of the path; `*` for keys that are not literals.
    let keys: [String]
    /// The type in Swift's notation, such as `[String: Shop]`.
    let type: String
    let file: String
    let line: Int
  }

  private(set) var locations: [Location] = []
  private var reads: [DecodedNode] = []
  /// The number of declarations for each name of a type or generic parameter.
  private var types: [String: Int] = [:]
  /// A Boolean value indicating whether the code uses the default database (`Database.database()`).
  private(set) var usesDefaultDatabase = false

  /// Reads the Swift files of an app.
  init(of sources: [AppSource] = []) {
    for source in sources { readDeclarations(in: source) }
    let databases = Set(locations.filter { $0.kind == .databases }.compactMap(\.constant))
    for source in sources {
      reads += AppCodeReader.reads(in: source, databases: databases, service: Self.service)
    }
  }

  private mutating func readDeclarations(in source: AppSource) {
    var constant: (name: String, line: Int)?
    for (index, token) in source.tokens.enumerated() {
      switch token.content {
      case .word("let"), .word("var"):
        constant = source.word(at: index + 1).map { ($0, token.line) }
      case .word("struct"), .word("class"), .word("enum"), .word("actor"), .word("func"):
        countTypes(at: index, in: source)
      case .word("typealias"), .word("associatedtype"):
        if let name = source.word(at: index + 1) { types[name, default: 0] += 2 }
      case .word("Database") where source.matches(AppSource.Fragment.database, at: index):
        usesDefaultDatabase = true
      case .string(let text):
        guard !source.isSymbol("+", at: index + 1), !source.isSymbol("+", at: index - 1),
          let (kind, url) = Self.service(text)
        else { continue }
        // A literal more than one line below a declaration is not the value of its constant.
        let name = constant.flatMap { token.line - $0.line <= 1 ? $0.name : nil }
        let path = source.path
        locations.append(
          Location(kind: kind, url: url, constant: name, file: path, line: token.line)
        )
      default: continue
      }
    }
  }

  /// Counts a declaration; the names of generic parameters count twice, so that they never look
  /// like a unique type.
  private mutating func countTypes(at index: Int, in source: AppSource) {
    if source.word(at: index) != "func", let name = source.word(at: index + 1) {
      types[name, default: 0] += 1
    }
    guard source.isSymbol("<", at: index + 2) else { return }
    for place in index + 3..<min(index + 40, source.tokens.count) {
      if source.isSymbol(">", at: place) { return }
      let isFirst = source.isSymbol("<", at: place - 1) || source.isSymbol(",", at: place - 1)
      if isFirst, let name = source.word(at: place) { types[name, default: 0] += 2 }
    }
  }

  /// Returns the kind and the URL of the service that a literal names, or nil if it names none.
  private static func service(_ text: String) -> (kind: ServiceKind, url: String)? {
    ServiceDeclarations.all.lazy.compactMap { declaration in
      declaration.url(inCode: text).map { (declaration.kind, $0) }
    }.first
  }

  /// Returns the project of a service and the service's name within the project, or nil if they are
  /// unclear.
  ///
  /// The instance of a default service is named after the project, possibly with a suffix such as
  /// `-default-rtdb`; the service's name is empty. Other instances have names that begin with the
  /// project's identifier; a suffix such as `stg` may instead be part of another project's
  /// identifier.
  private func place(
    of location: Location,
    among projects: [String]
  ) -> (project: String, name: String)? {
    let instance = location.instance
    for suffix in ["-default-rtdb", ".appspot.com", ".firebasestorage.app"]
    where instance.hasSuffix(suffix) {
      let project = String(instance.dropLast(suffix.count))
      return projects.contains(project) ? (project, "") : nil
    }
    if projects.contains(instance) { return (instance, "") }
    let owner = projects.filter { instance.hasPrefix("\($0)-") }.max { $0.count < $1.count }
    guard let owner else { return nil }
    let name = SetupApp.slug(String(instance.dropFirst(owner.count + 1)))
    let isFree = NameRule.problem(in: name) == nil && name.first?.isLetter == true
    let words = name.split(separator: "-").map(String.init)
    guard isFree, !Self.reserved.contains(name),
      !words.contains(where: SetupEnvironments.isEnvironmentWord)
    else { return nil }
    return (owner, name)
  }

  /// The names that a service cannot have, or that YAML does not read as strings.
  private static let reserved: Set<String> = Set(
    ServiceDeclarations.all.flatMap { [$0.kind.id, $0.defaultServiceName] }
  ).union(["true", "false", "null", "yes", "no", "on", "off", "y", "n"])

  /// Returns the URLs of a project's services in the code, by service name; the default service has
  /// an empty name.
  ///
  /// Skips instances of one project that are assigned to the same constant, since they contradict
  /// each other. Also skips different databases and buckets that have the same name.
  func urls(
    of kind: ServiceKind,
    in project: String,
    among projects: [String]
  ) -> [String: String] {
    let own = locations.compactMap { location in
      place(of: location, among: projects).map { (location: location, place: $0) }
    }.filter { $0.place.project == project }
    let named = own.filter { $0.location.constant != nil }
    let contradictory = Dictionary(grouping: named) { $0.location.constant }
      .filter { Set($0.value.map(\.location.url)).count > 1 }.keys
    let clear = own.filter { !contradictory.contains($0.location.constant) }
    let byName = Dictionary(grouping: clear, by: \.place.name).filter { name, found in
      name.isEmpty || Set(found.map(\.location.url)).count == 1
    }
    let urls = byName.compactMap { name, found in
      found.first { $0.location.kind == kind }.map { (name, $0.location.url) }
    }
    return Dictionary(urls) { first, _ in first }
  }

  /// Returns one location for each URL other than the given URLs.
  func locations(besides urls: Set<String>) -> [Location] {
    var seen = urls
    return locations.filter { seen.insert($0.url).inserted }
  }

  /// Returns the decoded types by address pattern, except for nodes that are decoded as several
  /// types.
  ///
  /// `names` contains the names of the databases by URL; the default database has the key nil.
  func mappings(_ names: [String?: String]) -> [String: String] {
    var types: [String: Set<String>] = [:]
    for read in reads where isKnown(read.type) {
      guard let service = name(of: read.service, names) else { continue }
      types["\(service):/\(read.keys.joined(separator: "/"))", default: []].insert(read.type)
    }
    return types.filter { $0.value.count == 1 }.compactMapValues(\.first)
  }

  private func name(of service: DecodedNode.Service, _ names: [String?: String]) -> String? {
    guard case .database(let url, let constant) = service else { return Address.firestore }
    guard let constant else { return names[url] }
    let found = Set(
      locations.filter { $0.kind == .databases && $0.constant == constant }.map { names[$0.url] }
    )
    return found.count == 1 ? found.first ?? nil : nil
  }

  /// Returns true if all types in a notation are basic or declared once, and at least one is
  /// declared.
  private func isKnown(_ type: String) -> Bool {
    let words = type.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
    return words.allSatisfy { types[String($0)] == 1 || Self.basicTypes.contains(String($0)) }
      && words.contains { types[String($0)] == 1 }
  }

  private static let basicTypes: Set<String> = ["String", "Int", "Double", "Bool"]
}

extension AppCode.Location {
  /// The name of the database's instance or of the bucket.
  var instance: String {
    let resource = String(url.split(separator: "/").last ?? "")
    return ServiceDeclarations.all.first { $0.kind == kind }?.instanceName(of: resource) ?? resource
  }
}
