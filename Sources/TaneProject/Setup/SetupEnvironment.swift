package import TaneCore
import TaneFormats

/// An initial environment of a new project.
package struct SetupEnvironment: Sendable {
  package let name: String
  /// The comment before the settings, without the number sign.
  let comment: String
  /// The Firebase project, or nil for an embedded environment.
  package let project: String?
  /// The confirmation required before writing to the environment.
  package let guardLevel: GuardLevel
  /// The locations of the services, by kind and name.
  let locations: [ServiceKind: [String: String]]
  /// The names of the default services, for kinds with several services.
  var defaults: [ServiceKind: String] = [:]

  /// The text of the environment's profile.
  package var text: String {
    var lines = ["# \(comment)"]
    if let project { lines.append("project: \(project)") }
    lines += ["guard: \(guardLevel.rawValue)", "fixtures: [base]"]
    for kind in ServiceKind.all {
      let places = (locations[kind] ?? [:]).sorted { $0.key < $1.key }
      if kind.isNamed, !places.isEmpty { lines.append("\(kind.id):") }
      lines += places.map { name, place in
        let isDefault = places.count > 1 && defaults[kind] == name
        let setting = isDefault ? "{ url: \(place), default: true }" : place
        return "\(kind.isNamed ? "  " : "")\(name): \(setting)"
      }
    }
    if project != nil {
      lines += [
        "# The credentials: a service account's key, or the user of gcloud auth "
          + "application-default login",
        "credentials: ${GOOGLE_APPLICATION_CREDENTIALS:-}",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The initial environments: embedded stores, the Firebase emulators, and one environment per
/// project.
package struct SetupEnvironments: Sendable {
  /// The environments, with the embedded `local` first.
  package let environments: [SetupEnvironment]
  package let kinds: Set<ServiceKind>
  /// The types that the app's code decodes from nodes and documents, by address pattern.
  package let mappings: [String: String]
  /// The databases and buckets in the app's code whose environment is unclear, with their
  /// positions.
  package let unassigned: [(url: String, position: SourcePosition)]

  package var services: [(name: String, kind: ServiceKind)] {
    ServiceKind.all.flatMap { kind in
      (environments[0].locations[kind] ?? [:]).keys.sorted().map { ($0, kind) }
    }
  }

  /// Returns the name of the default service of a kind, or nil if the app's code indicates none.
  package func defaultService(of kind: ServiceKind) -> String? {
    environments[0].defaults[kind].flatMap {
      environments[0].locations[kind]?[$0] == nil ? nil : $0
    }
  }

  /// The names that Tane gives to environments, by common name or abbreviation.
  private static let words: [String: String] = [
    "dev": "development", "develop": "development", "development": "development",
    "debug": "development", "stg": "staging", "stage": "staging", "staging": "staging", "qa": "qa",
    "test": "test", "beta": "beta", "sandbox": "sandbox", "demo": "demo", "uat": "uat",
    "preview": "preview", "prd": "production", "prod": "production", "production": "production",
    "release": "production", "live": "production", "appstore": "production",
  ]

  /// The common names of non-production environments.
  private static let testWords: Set<String> = [
    "dev", "development", "staging", "stg", "test", "qa", "demo", "local", "sandbox",
  ]
  /// The names that new environments must not have.
  private static let reserved: Set<String> = ["local", "emulator", "base"]

  /// Creates the environments for a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - projects: Additional projects, by the names of their environments.
  ///   - existing: The projects of existing environments, by environment name; the projects retain
  ///     these names.
  ///   - kinds: The kinds of services, or nil for the kinds that the folder indicates.
  package init(
    of folder: AppFolder,
    projects: [String: String] = [:],
    existing: [String: String] = [:],
    kinds: Set<ServiceKind>? = nil
  ) {
    var used = kinds ?? folder.kinds
    if used.isEmpty { used = [.databases, .firestore] }
    self.kinds = used
    let names = Self.names(in: folder, besides: projects, existing)
    let all = Array(folder.projects.union(names.map(\.project)))
    let remote = names.map { name, project in
      // If there are several projects, a project of unknown purpose may be for production.
      let isProtected =
        name == "production" || names.count > 1 && !Self.indicatesTestEnvironment(name)
      let app = SetupApp(project, among: all, in: folder)
      return Self.remote(name, app, used, isProtected: isProtected)
    }
    var environments = [Self.local(used, like: remote)]
    if let emulator = Self.emulator(used, folder, besides: remote.first?.project) {
      environments.append(emulator)
    }
    environments += remote
    let usual = ServiceDeclarations.all.first { $0.kind == .databases }?.defaultServiceName
    if folder.code.usesDefaultDatabase, let usual {
      for index in environments.indices { environments[index].defaults[.databases] = usual }
    }
    self.environments = environments
    let databases = Self.databases(in: environments, default: usual)
    mappings =
      used.isDisjoint(with: [.databases, .firestore])
      ? [:]
      : folder.code.mappings(databases)
        .filter { pattern, _ in
          let service = String(pattern.prefix { $0 != ":" })
          return environments[0].locations.values.contains { $0[service] != nil }
        }
    let written = remote.flatMap { $0.locations.values.flatMap(\.values) }
    unassigned = folder.code.locations(besides: Set(written)).filter { used.contains($0.kind) }
      .map { ($0.url, SourcePosition(file: $0.file, line: $0.line, column: 1)) }
  }

  /// Returns the names of databases by URL; the default database has the key nil.
  private static func databases(
    in environments: [SetupEnvironment],
    default usual: String?
  ) -> [String?: String] {
    let names = environments[0].locations[.databases] ?? [:]
    var databases: [String?: String] = [:]
    for environment in environments {
      for (name, url) in environment.locations[.databases] ?? [:] { databases[url] = name }
    }
    databases[nil] =
      names.count == 1 ? names.keys.first : usual.flatMap { names[$0] == nil ? nil : $0 }
    return databases
  }

  // MARK: Names

  /// Returns the projects with the names of their environments, ordered by name.
  private static func names(
    in folder: AppFolder,
    besides projects: [String: String],
    _ existing: [String: String]
  ) -> [(name: String, project: String)] {
    var names = projects
    func isAvailable(_ name: String) -> Bool {
      names[name] == nil && existing[name] == nil && !reserved.contains(name.lowercased())
    }
    func add(_ project: String, _ wish: String) {
      guard !names.values.contains(project) else { return }
      if let name = existing.filter({ $0.value == project }).keys.min() {
        names[name] = project
        return
      }
      var name = NameRule.problem(in: wish) == nil ? wish : "app"
      while !isAvailable(name) { name += "-2" }
      names[name] = project
    }
    let aliases = folder.settings.aliases.sorted { $0.key < $1.key }
    for (alias, project) in aliases where alias != "default" {
      add(project, words[alias.lowercased()] ?? SetupApp.slug(alias))
    }
    for project in folder.projects.sorted() {
      let apps = folder.apps.filter { $0.project == project }
      add(project, name(of: project, apps, in: folder, isAlone: folder.projects.count == 1))
    }
    return names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func name(
    of project: String,
    _ apps: [FirebaseAppSettings],
    in folder: AppFolder,
    isAlone: Bool
  ) -> String {
    let configured = folder.configurationTexts.filter { _, text in
      mentions(project, in: text)
        || apps.contains { app in
          let stem = TreeFormat.stem(of: app.file.split(separator: "/").last.map(String.init) ?? "")
          return stem != "GoogleService-Info" && mentions(stem, in: text)
        }
    }.keys
    // Contradictory configurations, such as Debug and Release for one project, are ignored.
    let stated = Set(configured.compactMap { name(fromHint: $0, in: folder) })
    if stated.count == 1, let name = stated.first { return name }
    for hint in apps.flatMap(\.environmentHints) + [project] {
      if let name = name(fromHint: hint, in: folder) { return name }
    }
    if isAlone { return "production" }
    let addition = apps.lazy.map { SetupApp.slug($0.environmentHints[0]) }.first { !$0.isEmpty }
    return addition ?? project
  }

  /// Returns the name of the environment that a hint indicates, or nil if it indicates none.
  private static func name(fromHint hint: String, in folder: AppFolder) -> String? {
    if folder.configurations.contains(where: { $0.lowercased() == hint.lowercased() }),
      words[hint.lowercased()] == nil
    {
      return SetupApp.slug(hint)
    }
    let parts = hint.lowercased().split { !$0.isLetter }.map(String.init)
    return parts.reversed().lazy.compactMap { words[$0] }.first
  }

  /// Returns true if a string contains a name as a whole word: `my-app` does not occur in
  /// `my-app-dev`.
  private static func mentions(_ name: String, in text: String) -> Bool {
    func isNameCharacter(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "-" || character == "_"
    }
    return text.ranges(of: name).contains { range in
      let before = text[..<range.lowerBound].last.map(isNameCharacter) ?? false
      let after = text[range.upperBound...].first.map(isNameCharacter) ?? false
      return !before && !after
    }
  }

  /// Returns true for a common word for an environment, such as `stg`.
  static func isEnvironmentWord(_ word: String) -> Bool {
    words[word] != nil || testWords.contains(word)
  }

  /// Returns true if a name indicates a non-production environment.
  private static func indicatesTestEnvironment(_ name: String) -> Bool {
    let parts = name.lowercased().split { !$0.isLetter }.map(String.init)
    return parts.contains(where: testWords.contains)
      && !parts.contains { words[$0] == "production" }
  }

  /// Returns the reason a string is invalid as the name of an environment, as a clause, or nil if
  /// it is valid.
  package static func problem(inName name: String) -> String? {
    if let problem = NameRule.problem(in: name) { return "it \(problem)" }
    return reserved.contains(name.lowercased()) ? "tane init reserves this name" : nil
  }

  /// Returns true if a string is valid as a project ID or the name of an instance, bucket or host.
  package static func isIdentifier(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z0-9]([A-Za-z0-9.:_\-]*[A-Za-z0-9])?/) != nil
  }

  // MARK: Environments

  private static func remote(
    _ name: String,
    _ app: SetupApp,
    _ kinds: Set<ServiceKind>,
    isProtected: Bool
  ) -> SetupEnvironment {
    let found = places(of: app, kinds)
    let files = (app.apps.map(\.file) + app.serviceSourceFiles).map(\.escapingControls)
    let named = files.count > 3 ? files.prefix(2) + ["\(files.count - 2) others"] : files[...]
    let origin =
      files.isEmpty ? "The project \(app.project)." : "From \(named.joined(separator: ", "))."
    let guesses = ServiceKind.all.compactMap { found[$0]?.guess }
    let check =
      guesses.isEmpty
      ? "" : " Guessed; check in the Firebase console: \(guesses.joined(separator: ", "))."
    return SetupEnvironment(
      name: name,
      comment: origin + check,
      project: app.project,
      guardLevel: isProtected ? .protected : .confirm,
      locations: found.mapValues(\.places)
    )
  }

  private static func places(
    of app: SetupApp,
    _ kinds: Set<ServiceKind>
  ) -> [ServiceKind: SetupLocations] {
    ServiceDeclarations.all.filter { kinds.contains($0.kind) }
      .reduce(into: [:]) { $0[$1.kind] = $1.setupLocations(for: app) }
  }

  /// Returns the environment with embedded stores, which has the services of the other
  /// environments.
  private static func local(
    _ kinds: Set<ServiceKind>,
    like remote: [SetupEnvironment]
  ) -> SetupEnvironment {
    var locations: [ServiceKind: [String: String]] = [:]
    for declaration in ServiceDeclarations.all where kinds.contains(declaration.kind) {
      let names = Set(remote.flatMap { $0.locations[declaration.kind]?.keys.map { $0 } ?? [] })
      locations[declaration.kind] = Dictionary(
        uniqueKeysWithValues: (names.isEmpty ? [declaration.defaultServiceName] : names).map {
          ($0, "embedded:\(declaration.isNamed ? $0 : "main")")
        }
      )
    }
    return SetupEnvironment(
      name: "local",
      comment:
        "The default environment: embedded stores under .tane/, without installation or sign-in.",
      project: nil,
      guardLevel: .open,
      locations: locations
    )
  }

  /// Returns the environment for the emulators in `firebase.json`, with the services of the default
  /// project, or nil if there are no such emulators.
  private static func emulator(
    _ kinds: Set<ServiceKind>,
    _ folder: AppFolder,
    besides first: String?
  ) -> SetupEnvironment? {
    let project = folder.settings.aliases["default"] ?? first ?? "demo-project"
    let found = places(of: SetupApp(project, among: Array(folder.projects), in: folder), kinds)
    var locations: [ServiceKind: [String: String]] = [:]
    for declaration in ServiceDeclarations.all {
      let section = declaration.firebase.section
      guard let host = folder.settings.emulators[section]?.host,
        let port = folder.settings.port(of: section)
      else { continue }
      locations[declaration.kind] = found[declaration.kind]?.places.compactMapValues { place in
        let location = try? ServiceLocation(parsing: place, of: declaration)
        return location?.resource.map {
          declaration.spelling(
            of: declaration.instanceName(of: $0),
            at: "http://\(host):\(port)"
          )
        }
      }
    }
    guard !locations.isEmpty else { return nil }
    return SetupEnvironment(
      name: "emulator",
      comment: "Firebase's emulators, or tane emulate, at the ports of firebase.json.",
      project: nil,
      guardLevel: .open,
      locations: locations
    )
  }
}
