import TaneCore

/// An export of environments as typed, internal Swift code for the app, without dependencies.
package struct SwiftExport {
  /// The names of an environment's own members, which values cannot use.
  private static let reserved =
    ["name", "project", "firebaseApps", "firebaseOptions"] + ServiceKind.all.map(\.id)
  /// The names of the type's static members; environments with these names get an underscore.
  private static let staticNames: Set<String> = ["all", "named", "chosen", "current"]
  /// The types and modules that the code refers to, which members and types must not shadow.
  private static let usedNames: Set<String> = [
    "FirebaseAppValues", "RuntimeValue", "ChoiceError", "Foundation", "Swift",
  ]

  private let environments: [EnvironmentProfile]
  /// All environments of the project, including the exported ones.
  private let allEnvironments: [EnvironmentProfile]
  private let shape: ValueShape
  private let apps: [GoogleServiceInfo]
  private let libraries: Set<SwiftLibrary>
  private let isConditional: Bool
  private var findings: [Diagnostic] = []
  private var secrets: [String] = []

  /// Creates an export.
  ///
  /// - Parameters:
  ///   - environments: The environments to export, all of one project.
  ///   - profiles: All environments of the project, which determine the common members.
  ///   - apps: The Firebase settings of apps; each environment contains the settings of its
  ///     project's apps.
  ///   - libraries: The libraries of the target, whose managers get a member for each database and
  ///     bucket.
  ///   - isConditional: True if environments are compiled only in the build configurations that
  ///     their profiles allow.
  package init(
    of environments: [EnvironmentProfile],
    among profiles: EnvironmentProfiles,
    apps: [GoogleServiceInfo] = [],
    libraries: Set<SwiftLibrary> = [],
    isConditional: Bool = false
  ) {
    self.environments = environments
    self.apps = apps
    self.libraries = libraries
    self.isConditional = isConditional
    shape = ValueShape(of: profiles)
    allEnvironments = profiles.profiles.filter { !$0.isAbstract }
  }

  /// Returns the code of the environments, without secrets.
  ///
  /// - Throws: An `ExportFailure` if a name is invalid in Swift, Swift has no suitable type, or a
  ///   value has several types.
  package func text() throws(ExportFailure) -> ExportedText {
    let conflicts = shape.diagnostics
    guard !conflicts.containsError else { throw ExportFailure(findings: conflicts.sorted()) }
    var export = self
    let root = export.root()
    export.checkMembers()
    let names = export.environmentNames()
    guard export.findings.isEmpty else { throw ExportFailure(findings: export.findings.sorted()) }
    let lines =
      SwiftTemplate.head(importingManagers: libraries.contains(.tane))
      + root.declarations("  ") + export.statics(root, names) + SwiftTemplate.choice + ["}"]
      + SwiftTemplate.current + SwiftTemplate.firebase + export.managers.lines
    return ExportedText(
      text: lines.map { $0 + "\n" }.joined(),
      secrets: export.secrets
    )
  }

  // MARK: Members

  private mutating func root() -> SwiftGroup {
    var root = SwiftGroup()
    root.properties = [
      property("name", "Swift.String", "The name of the environment.") { $0.name.swiftLiteral },
      property("project", "Swift.String", "The Firebase project.") { $0.project?.swiftLiteral },
    ]
    for kind in ServiceKind.all { addServices(kind, to: &root) }
    root.properties.append(
      property("firebaseApps", "[FirebaseAppValues]", "The apps of the project at Firebase.") {
        profile in
        let apps = apps.filter { $0.project?.value == profile.project && profile.project != nil }
        return "[\(apps.map(SwiftTemplate.expression).joined(separator: ", "))]"
      }
    )
    for member in shape.members {
      if Self.reserved.contains(member.path[0]) {
        reportInvalidName(of: member, "is reserved in generated code")
      } else if member.isSecret, !member.isRuntime {
        secrets.append(member.path.joined(separator: "."))
      } else {
        add(member, member.path[...], to: &root)
      }
    }
    return root
  }

  private func property(
    _ name: String,
    _ type: String,
    _ summary: String?,
    _ expression: (EnvironmentProfile) -> String?
  ) -> SwiftGroup.Property {
    let pairs = environments.compactMap { profile in
      expression(profile).map { (profile.name, $0) }
    }
    return SwiftGroup.Property(
      name: name,
      type: type,
      isOptional: allEnvironments.contains { expression($0) == nil },
      summary: summary,
      expressions: Dictionary(uniqueKeysWithValues: pairs)
    )
  }

  private mutating func addServices(_ kind: ServiceKind, to root: inout SwiftGroup) {
    let services = allEnvironments.flatMap { $0.services(of: kind) }
    guard let first = services.first else { return }
    func url(of name: String) -> (EnvironmentProfile) -> String? {
      { profile in
        // An embedded store has no URL.
        profile.services(of: kind).first { $0.name == name && !$0.location.isEmbedded }.map {
          first.declaration.isNamed
            ? "Foundation.URL(string: \($0.url.swiftLiteral))!" : $0.url.swiftLiteral
        }
      }
    }
    guard first.declaration.isNamed else {
      root.properties.append(
        property(kind.id, "Swift.String", nil, url(of: first.name))
      )
      return
    }
    var group = SwiftGroup(member: kind.id, typeName: SwiftIdentifier.type(kind.id, "Values"))
    for name in Set(services.map(\.name)).sorted() {
      let position = services.first { $0.name == name }?.position
      guard let member = member(name, "\(kind.id).\(name)", among: group, at: position)
      else { continue }
      group.properties.append(property(member, "Foundation.URL", nil, url(of: name)))
    }
    root.groups.append(group)
  }

  private mutating func add(
    _ value: ValueShape.Member,
    _ path: ArraySlice<String>,
    to group: inout SwiftGroup
  ) {
    guard let key = path.first, let name = SwiftIdentifier.member(key) else {
      return reportInvalidName(
        of: value,
        "contains no letter or digit, which a Swift name requires"
      )
    }
    guard path.count == 1 else {
      let index =
        group.groups.firstIndex { $0.member == name } ?? group.groups.endIndex
      if index == group.groups.endIndex {
        let type = SwiftIdentifier.type(key, "Values")
        guard !isTaken(name, in: group) else {
          return reportInvalidName(of: value, Self.takenNameProblem(name))
        }
        guard !isTaken(type, in: group) else {
          return reportInvalidName(of: value, Self.takenNameProblem(type))
        }
        group.groups.append(SwiftGroup(member: name, typeName: type))
      }
      return add(value, path.dropFirst(), to: &group.groups[index])
    }
    guard !group.memberNames.contains(name) else {
      return reportInvalidName(
        of: value,
        "would be named \(name) in Swift, but another value already has this name"
      )
    }
    guard !isTaken(name, in: group) else {
      return reportInvalidName(of: value, Self.takenNameProblem(name))
    }
    guard let property = property(name, of: value, key) else { return }
    if let type = property.choice?.name, isTaken(type, in: group) {
      return reportInvalidName(of: value, Self.takenNameProblem(type))
    }
    group.properties.append(property)
  }

  /// Returns true if a name is already in use in a group.
  private func isTaken(_ name: String, in group: SwiftGroup) -> Bool {
    Self.usedNames.contains(name) || (group.memberNames + group.typeNames).contains(name)
  }

  private static func takenNameProblem(_ name: String) -> String {
    "needs the name \(name) in Swift, but this name is already in use"
  }

  private mutating func property(
    _ name: String,
    of value: ValueShape.Member,
    _ key: String
  ) -> SwiftGroup.Property? {
    let choice = SwiftIdentifier.type(key, "Choice")
    let type = value.type.swiftName(choice: choice)
    var property: SwiftGroup.Property
    if value.isRuntime {
      guard let parser = value.type.swiftParser else {
        report(
          "\"\(Self.setting(of: value))\" is read at run time, which is possible only for single "
            + "values; use a single value, or remove \"runtime: true\" from the schema",
          at: position(of: value)
        )
        return nil
      }
      property = self.property(name, "RuntimeValue<\(type)>", value.summary) { profile in
        profile.values.first { $0.path == value.path }.map { given in
          let content = value.isSecret ? nil : given.content
          let fallback = content?.swiftExpression(of: value.type) ?? "nil"
          return
            "RuntimeValue(variable: \((given.variable ?? "").swiftLiteral), fallback: \(fallback),"
            + " parse: \(parser))"
        }
      }
    } else {
      property = self.property(name, type, value.summary) { profile in
        profile.values.first { $0.path == value.path }.map {
          $0.content?.swiftExpression(of: value.type) ?? ""
        }
      }
    }
    if let texts = value.type.choices {
      let names = texts.compactMap(SwiftIdentifier.member)
      guard names.count == texts.count, Set(names).count == names.count else {
        report(
          "\"\(Self.setting(of: value))\" allows strings that cannot be cases of a Swift "
            + "enumeration; change the strings, or choose another format",
          at: position(of: value)
        )
        return nil
      }
      property.choice = (choice, texts)
    }
    return property
  }

  // MARK: Names

  private mutating func member(
    _ key: String,
    _ setting: String,
    among group: SwiftGroup,
    at position: SourcePosition?
  ) -> String? {
    guard let name = SwiftIdentifier.member(key), !group.memberNames.contains(name) else {
      report(setting, "has no valid and unique name in Swift", at: position)
      return nil
    }
    return name
  }

  private mutating func reportInvalidName(of value: ValueShape.Member, _ problem: String) {
    report(Self.setting(of: value), problem, at: position(of: value))
  }

  private static func setting(of value: ValueShape.Member) -> String {
    "values.\(value.path.joined(separator: "."))"
  }

  private func position(of value: ValueShape.Member) -> SourcePosition? {
    allEnvironments.lazy.flatMap(\.values).first { $0.path == value.path }?.position
  }

  private mutating func report(_ setting: String, _ problem: String, at position: SourcePosition?) {
    report(
      "\"\(setting.escapingControls)\" \(problem); choose another name, or another format",
      at: position
    )
  }

  private mutating func report(_ message: String, at position: SourcePosition?) {
    findings.append(.error(.invalidValue, message, at: position))
  }

  private mutating func environmentNames() -> [String: String] {
    var names: [String: String] = [:]
    for profile in environments {
      guard var name = SwiftIdentifier.member(profile.name), !names.values.contains(name) else {
        let place = SourcePosition(file: profile.file)
        report(profile.name, "has no valid and unique name in Swift", at: place)
        continue
      }
      if Self.staticNames.contains(name) { name += "_" }
      names[profile.name] = name
    }
    return names
  }

  // MARK: Environments

  private func statics(_ root: SwiftGroup, _ names: [String: String]) -> [String] {
    let members = environments.flatMap { profile in
      [""]
        + conditional(
          profile,
          [
            "  internal static let \(names[profile.name] ?? "") = TaneEnvironment("
              + root.arguments(in: profile.name, typeName: "TaneEnvironment", indent: "  ") + ")"
          ]
        )
    }
    let appends = environments.flatMap { profile in
      conditional(profile, ["    all.append(\(names[profile.name] ?? ""))"])
    }
    return members + [
      "", "  /// The environments in this build.",
      "  internal static let all: [TaneEnvironment] = {", "    var all: [TaneEnvironment] = []",
    ] + appends + ["    return all", "  }()"]
  }

  /// Returns the lines, wrapped in a compiler condition if the environment is allowed only in some
  /// build configurations.
  private func conditional(_ profile: EnvironmentProfile, _ lines: [String]) -> [String] {
    guard isConditional, let names = profile.allowIn else { return lines }
    let conditions = names.map { name in
      let condition = FlatKey.text(of: [name.lowercased()])
      return condition == "RELEASE" ? "!DEBUG" : condition
    }
    let condition = conditions.isEmpty ? "false" : conditions.joined(separator: " || ")
    return ["  #if \(condition)"] + lines + ["  #endif"]
  }

  /// The managers with a member for each database and bucket.
  private var managers: SwiftManagers {
    let kinds: [ServiceKind] = [.databases, .buckets]
    let services = kinds.flatMap { kind -> [SwiftManagers.Service] in
      let named = Dictionary(
        grouping: allEnvironments.flatMap { $0.services(of: kind) },
        by: \.name
      )
      return named.keys.sorted().compactMap { name in
        let lookup = "\(name)Reference"
        let stated = named[name]?.compactMap(\.member).first
        guard let member = stated ?? SwiftIdentifier.member(lookup),
          let url = SwiftIdentifier.member(name)
        else { return nil }
        return SwiftManagers.Service(
          kind: kind,
          member: member,
          lookup: lookup,
          url: "\(kind.id).\(url)",
          isURLOptional: allEnvironments.contains { hasNoURL(of: name, kind, in: $0) },
          isPersistent: named[name]?.contains(where: \.isPersistent) ?? false
        )
      }
    }
    return SwiftManagers(services: services, libraries: libraries)
  }

  /// Reports services whose member differs between profiles, and members that two services share.
  private mutating func checkMembers() {
    var services: [String: String] = [:]
    for service in allEnvironments.flatMap(\.services) {
      guard let member = service.member else { continue }
      let position = service.position
      if let other = services.first(where: { $0.key == service.setting && $0.value != member }) {
        report(
          "\"\(service.setting).member\" is \"\(other.value)\" in another profile; use the same name",
          at: position
        )
      } else if services.contains(where: { $0.key != service.setting && $0.value == member }) {
        report(
          "\"\(service.setting).member\" is also the member of another service; use different names",
          at: position
        )
      }
      services[service.setting] = member
    }
  }

  private func hasNoURL(
    of name: String,
    _ kind: ServiceKind,
    in profile: EnvironmentProfile
  ) -> Bool {
    let service = profile.services(of: kind).first { $0.name == name }
    return service?.location.isEmbedded ?? true
  }
}
