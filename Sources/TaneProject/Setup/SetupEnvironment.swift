public import TaneCore
import TaneFormats

/// An environment that a new project begins with.
public struct SetupEnvironment: Sendable {
  /// Its name.
  public let name: String
  /// What comes before its settings, without the number sign.
  let comment: String
  /// The project in Firebase; nil of an embedded environment.
  public let project: String?
  /// Whether writing to it is asked about.
  public let guardLevel: GuardLevel
  /// Where its services are, by kind and then by name; kinds without names have one of an empty name.
  let locations: [ServiceKind: [String: String]]

  /// Its profile.
  public var text: String {
    var lines = ["# \(comment)"]
    if let project { lines.append("project: \(project)") }
    lines += ["guard: \(guardLevel.rawValue)", "fixtures: [base]"]
    for kind in Self.order {
      guard let places = locations[kind], !places.isEmpty else { continue }
      if let place = places[""] {
        lines.append("\(kind.id): \(place)")
      } else {
        lines.append("\(kind.id):")
        lines += places.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
      }
    }
    if project != nil {
      lines += [
        "# Who reads and writes: a service account's key, or whoever has run: gcloud auth application-default login",
        "credentials: ${GOOGLE_APPLICATION_CREDENTIALS:-}",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static let order: [ServiceKind] = [.databases, .buckets, .firestore, .accounts, .remoteConfig]
}

/// The environments of an app: one for each project, an embedded one, and Firebase's emulators.
public struct SetupEnvironments: Sendable {
  /// All of them, the embedded `local` first.
  public let environments: [SetupEnvironment]
  /// The kinds of service that they have.
  public let kinds: Set<ServiceKind>

  /// The services of all of them, by kind and name.
  public var services: [(name: String, kind: ServiceKind)] {
    SetupEnvironment.order.flatMap { kind in
      (environments[0].locations[kind] ?? [:]).keys.sorted().map {
        ($0.isEmpty ? kind.id : $0, kind)
      }
    }
  }

  /// The name of the default database, and that of the default bucket.
  private static let (database, bucket) = ("database", "storage")
  /// What people call environments, and what they are called here.
  private static let words: [String: String] = [
    "dev": "development", "develop": "development", "development": "development",
    "debug": "development", "stg": "staging", "stage": "staging", "staging": "staging", "qa": "qa",
    "test": "test", "beta": "beta", "sandbox": "sandbox", "demo": "demo", "uat": "uat",
    "preview": "preview", "prd": "production", "prod": "production", "production": "production",
    "release": "production", "live": "production", "appstore": "production",
  ]

  /// What people call environments that nobody but them uses.
  private static let testWords: Set<String> = [
    "dev", "development", "staging", "stg", "test", "qa", "demo", "local", "sandbox",
  ]
  /// The names that have a meaning of their own.
  private static let reserved: Set<String> = ["local", "emulator", "base"]

  /// Makes the environments of a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - projects: Further projects by the names of their environments.
  ///   - kinds: The kinds of service; nil for those that the folder speaks of.
  public init(
    of folder: AppFolder,
    projects: [String: String] = [:],
    kinds: Set<ServiceKind>? = nil
  ) {
    var used = kinds ?? folder.kinds
    if used.isEmpty { used = [.databases, .firestore] }
    self.kinds = used
    let names = Self.names(in: folder, besides: projects)
    let remote = names.map { name, project in
      // Of several projects, one of an unknown purpose may be that of production.
      let isProtected = name == "production" || names.count > 1 && !Self.isForTests(name)
      return Self.remote(name, project, used, folder, isProtected: isProtected)
    }
    var environments = [Self.local(used, like: remote)]
    if let emulator = Self.emulator(used, like: remote.first, folder) {
      environments.append(emulator)
    }
    self.environments = environments + remote
  }

  // MARK: Names

  /// The projects by the names of their environments, in the order of the names.
  private static func names(
    in folder: AppFolder,
    besides projects: [String: String]
  ) -> [(name: String, project: String)] {
    var names = projects
    func add(_ project: String, _ wish: String) {
      guard !names.values.contains(project) else { return }
      var name = NameRule.problem(in: wish) == nil ? wish : "app"
      while reserved.contains(name.lowercased()) || names[name] != nil { name += "-2" }
      names[name] = project
    }
    let aliases = folder.settings.aliases.sorted { $0.key < $1.key }
    for (alias, project) in aliases where alias != "default" {
      add(project, words[alias.lowercased()] ?? slug(alias))
    }
    let all = Set(folder.apps.map(\.project) + folder.settings.aliases.values)
    for project in all.sorted() {
      let apps = folder.apps.filter { $0.project == project }
      add(project, name(of: project, apps, in: folder, isAlone: all.count == 1))
    }
    return names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func name(
    of project: String,
    _ apps: [FirebaseApp],
    in folder: AppFolder,
    isAlone: Bool
  ) -> String {
    let configured = folder.configurationTexts.filter { _, text in
      mentions(project, text)
        || apps.contains { app in
          let stem = TreeFormat.stem(of: app.file.split(separator: "/").last.map(String.init) ?? "")
          return stem != "GoogleService-Info" && mentions(stem, text)
        }
    }.keys
    // Configurations that contradict each other, as Debug and Release of one project, say nothing.
    let stated = Set(configured.compactMap { name(fromHint: $0, in: folder) })
    if stated.count == 1, let name = stated.first { return name }
    for hint in apps.flatMap(\.additions) + [project] {
      if let name = name(fromHint: hint, in: folder) { return name }
    }
    if isAlone { return "production" }
    let addition = apps.lazy.map { slug($0.additions[0]) }.first { !$0.isEmpty }
    return addition ?? project
  }

  /// What a hint calls an environment; nil where it says nothing.
  private static func name(fromHint hint: String, in folder: AppFolder) -> String? {
    if folder.configurations.contains(where: { $0.lowercased() == hint.lowercased() }),
      words[hint.lowercased()] == nil
    {
      return slug(hint)
    }
    let parts = hint.lowercased().split { !$0.isLetter }.map(String.init)
    return parts.reversed().lazy.compactMap { words[$0] }.first
  }

  /// Whether a text has a name by itself, and not as a part of a longer one: not my-app in my-app-dev.
  private static func mentions(_ name: String, _ text: String) -> Bool {
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "-" || character == "_"
    }
    return text.ranges(of: name).contains { range in
      let before = text[..<range.lowerBound].last.map(isPart) ?? false
      let after = text[range.upperBound...].first.map(isPart) ?? false
      return !before && !after
    }
  }

  /// Whether a name says that an environment is not that of production.
  private static func isForTests(_ name: String) -> Bool {
    let parts = name.lowercased().split { !$0.isLetter }.map(String.init)
    return parts.contains(where: testWords.contains)
      && !parts.contains { words[$0] == "production" }
  }

  /// What keeps a text from being the name of an environment, a clause; nil where nothing does.
  public static func problem(inName name: String) -> String? {
    if let problem = NameRule.problem(in: name) { return "it \(problem)" }
    return reserved.contains(name.lowercased()) ? "init uses the name itself" : nil
  }

  /// Whether a text can be the identifier of a project or the name of an instance, a bucket or a host.
  public static func isIdentifier(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z0-9]([A-Za-z0-9.:_\-]*[A-Za-z0-9])?/) != nil
  }

  /// A name of lower-case letters, digits and hyphens.
  private static func slug(_ text: String) -> String {
    text.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }

  // MARK: Environments

  private static func remote(
    _ name: String,
    _ project: String,
    _ kinds: Set<ServiceKind>,
    _ folder: AppFolder,
    isProtected: Bool
  ) -> SetupEnvironment {
    let apps = folder.apps.filter { $0.project == project }
    var locations: [ServiceKind: [String: String]] = [:]
    for kind in kinds {
      switch kind {
      case .databases: locations[kind] = databases(of: project, apps, folder.settings)
      case .buckets: locations[kind] = buckets(of: project, apps, folder.settings)
      case .firestore: locations[kind] = ["": "projects/\(project)/databases/(default)"]
      default: locations[kind] = ["": project]
      }
    }
    let files = apps.map(\.file.escapingControls)
    var guesses: [String] = []
    if kinds.contains(.databases), folder.settings.databases(of: project).isEmpty,
      !apps.contains(where: { $0.database != nil })
    {
      guesses.append("the URL of the database")
    }
    if kinds.contains(.buckets), folder.settings.buckets(of: project).isEmpty,
      !apps.contains(where: { $0.bucket != nil })
    {
      guesses.append("the name of the bucket")
    }
    let origin =
      files.isEmpty ? "The project \(project)." : "From \(files.joined(separator: ", "))."
    let check =
      guesses.isEmpty
      ? "" : " Guessed, check in Firebase's console: \(guesses.joined(separator: ", "))."
    return SetupEnvironment(
      name: name,
      comment: origin + check,
      project: project,
      guardLevel: isProtected ? .protected : .confirm,
      locations: locations
    )
  }

  private static func databases(
    of project: String,
    _ apps: [FirebaseApp],
    _ settings: FirebaseSettings
  ) -> [String: String] {
    let stated = apps.lazy.compactMap(\.database).first
    let usual = stated ?? "https://\(project)-default-rtdb.firebaseio.com"
    // The instances of a project have their own hosts, in the region of the default one as far as is known.
    let domain = usual.split(separator: "/").last?.split(separator: ".", maxSplits: 1).last ?? ""
    func url(_ instance: String) -> String {
      usual.hasPrefix("https://\(instance).") ? usual : "https://\(instance).\(domain)"
    }
    let targets = settings.databases(of: project)
    if !targets.isEmpty {
      return Dictionary(targets.map { (slug($0.key), url($0.value)) }, uniquingKeysWith: { $1 })
    }
    var databases = [database: usual]
    for instance in settings.databaseInstances where instance.hasPrefix("\(project)-") {
      guard !usual.hasPrefix("https://\(instance).") else { continue }
      databases[slug(String(instance.dropFirst(project.count + 1)))] = url(instance)
    }
    return databases
  }

  private static func buckets(
    of project: String,
    _ apps: [FirebaseApp],
    _ settings: FirebaseSettings
  ) -> [String: String] {
    let targets = settings.buckets(of: project)
    if !targets.isEmpty {
      return Dictionary(
        targets.map { (slug($0.key), "gs://\($0.value)") },
        uniquingKeysWith: { $1 }
      )
    }
    return [bucket: "gs://\(apps.lazy.compactMap(\.bucket).first ?? "\(project).appspot.com")"]
  }

  /// The environment that is kept in the project's folder, with the services that the others have.
  private static func local(
    _ kinds: Set<ServiceKind>,
    like remote: [SetupEnvironment]
  ) -> SetupEnvironment {
    var locations: [ServiceKind: [String: String]] = [:]
    for kind in kinds {
      let names = Set(remote.flatMap { $0.locations[kind]?.keys.map { $0 } ?? [] })
      let usual = kind == .databases ? database : kind == .buckets ? bucket : ""
      locations[kind] = Dictionary(
        uniqueKeysWithValues: (names.isEmpty ? [usual] : names).map {
          ($0, "embedded:\($0.isEmpty ? "main" : $0)")
        }
      )
    }
    return SetupEnvironment(
      name: "local",
      comment:
        "The default: everything in embedded stores under .tane/, nothing to install or to sign in to.",
      project: nil,
      guardLevel: .open,
      locations: locations
    )
  }

  /// Firebase's emulators, where `firebase.json` says that they are.
  private static func emulator(
    _ kinds: Set<ServiceKind>,
    like remote: SetupEnvironment?,
    _ folder: AppFolder
  ) -> SetupEnvironment? {
    let project = folder.settings.aliases["default"] ?? remote?.project ?? "demo-project"
    func origin(_ name: String) -> String? {
      guard let emulator = folder.settings.emulators[name] else { return nil }
      return folder.settings.port(of: name).map { "http://\(emulator.host):\($0)" }
    }
    var locations: [ServiceKind: [String: String]] = [:]
    if kinds.contains(.databases), let origin = origin("database") {
      let databases =
        remote?.locations[.databases] ?? [database: "https://\(project)-default-rtdb."]
      locations[.databases] = databases.mapValues { url in
        let host = url.dropFirst("https://".count)
        return "\(origin)?ns=\(host.prefix { $0 != "." })"
      }
    }
    if kinds.contains(.buckets), let origin = origin("storage") {
      let buckets = remote?.locations[.buckets] ?? [bucket: "gs://\(project).appspot.com"]
      locations[.buckets] = buckets.mapValues { "\(origin)/\($0.dropFirst("gs://".count))" }
    }
    if kinds.contains(.firestore), let origin = origin("firestore") {
      locations[.firestore] = ["": "\(origin)/projects/\(project)/databases/(default)"]
    }
    if kinds.contains(.accounts), let origin = origin("auth") {
      locations[.accounts] = ["": "\(origin)/\(project)"]
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
