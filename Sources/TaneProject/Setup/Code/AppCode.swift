import TaneCore

/// The facts about an app's services that its Swift code states in literals: databases, buckets,
/// and the types that read their data.
struct AppCode: Sendable {
  /// A database or bucket that the code names with its URL.
  struct Location: Sendable, Hashable {
    let kind: ServiceKind
    /// The URL, without a slash at its end.
    let url: String
    /// The constant or variable to which the literal or the service is assigned.
    let constant: String?
    let file: String
    let line: Int
  }

  /// A place that the code reads as a type.
  struct Read: Sendable, Hashable {
    /// The service that contains the place.
    enum Service: Sendable, Hashable {
      case firestore
      /// The database of a URL, of a constant with this name, or the default database.
      case database(url: String?, constant: String?)
    }

    let service: Service
    /// The keys of the place; `*` for keys that are not literals.
    let keys: [String]
    /// The type in Swift's notation, such as `[String: Shop]`.
    let type: String
    let file: String
    let line: Int
  }

  var locations: [Location] = []
  var reads: [Read] = []
  /// The numbers of declarations of types in files with decodable types, by name.
  var types: [String: Int] = [:]
  /// A Boolean value indicating whether the code uses the default database (`Database.database()`).
  var usesDefaultDatabase = false

  /// The projects of the app, whose identifiers begin the names of their databases and buckets.
  private func project(of name: String, among projects: [String]) -> String? {
    projects.filter { name == $0 || name.hasPrefix("\($0)-") || name.hasPrefix("\($0).") }
      .max { $0.count < $1.count }
  }

  /// Returns the URLs of a project's services that the code states, by the names of the services.
  ///
  /// A service has the name of the instance after the identifier of the project: `shops` for
  /// `my-app-shops`. Two instances in one project for the same constant contradict each other, and
  /// are left out.
  func urls(
    of kind: ServiceKind,
    in project: String,
    among projects: [String]
  ) -> [String: String] {
    let own = locations.filter {
      $0.kind == kind && self.project(of: $0.instance, among: projects) == project
    }
    let contradictory = Dictionary(grouping: own.filter { $0.constant != nil }) { $0.constant }
      .filter { Set($0.value.map(\.url)).count > 1 }.keys
    var urls: [String: Set<String>] = [:]
    for location in own where !contradictory.contains(location.constant) {
      let name = SetupApp.slug(String(location.instance.dropFirst(project.count)))
      guard !name.isEmpty, NameRule.problem(in: name) == nil else { continue }
      urls[name, default: []].insert(location.url)
    }
    return urls.filter { $0.value.count == 1 }.compactMapValues(\.first)
  }

  /// Returns the locations that belong to none of the environments.
  func locations(besides urls: Set<String>) -> [Location] {
    var seen = urls
    return locations.filter { seen.insert($0.url).inserted }
  }

  /// Returns the mappings that the code states, by address pattern; a place that is read as several
  /// types has none.
  ///
  /// - Parameter names: The names of the databases by URL; the default database has the key nil.
  func mappings(_ names: [String?: String]) -> [String: String] {
    var types: [String: Set<String>] = [:]
    for read in reads where isKnown(read.type) {
      guard let service = name(of: read.service, names) else { continue }
      types["\(service):/\(read.keys.joined(separator: "/"))", default: []].insert(read.type)
    }
    return types.filter { $0.value.count == 1 }.compactMapValues(\.first)
  }

  private func name(of service: Read.Service, _ names: [String?: String]) -> String? {
    guard case .database(let url, let constant) = service else { return Address.firestore }
    guard let constant else { return names[url] }
    let found = Set(
      locations.filter { $0.kind == .databases && $0.constant == constant }.map { names[$0.url] }
    )
    return found.count == 1 ? found.first ?? nil : nil
  }

  /// Returns true if all types in a notation are Swift's own, or are declared exactly once.
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
    guard let host = url.split(separator: "/").last else { return url }
    return kind == .databases ? String(host.prefix { $0 != "." }) : String(host)
  }
}
