import TaneCore

// Reads the services.
extension ProfileReader {
  mutating func readServices(_ tree: Tree) -> [ServiceProfile] {
    var services: [ServiceProfile] = []
    for declaration in ServiceDeclarations.all {
      let tree = tree[declaration.kind.id]
      if declaration.isNamed {
        readNamed(tree, declaration, into: &services)
      } else if let tree, !tree.isNull {
        let service = readService(tree, declaration.kind.id, declaration)
        if let service { services.append(service) }
      }
    }
    return services
  }

  private mutating func readNamed(
    _ tree: Tree?,
    _ declaration: any ServiceDeclaration,
    into services: inout [ServiceProfile]
  ) {
    for entry in entries(of: tree, declaration.kind.id, expected: "a map from names to URLs")
    where !entry.isNull {
      let name = FileName.composed(entry.key ?? "")
      guard checkServiceName(name, declaration, at: entry.keyPosition),
        let service = readService(entry, name, declaration)
      else { continue }
      reportShared(service, among: services)
      reportDuplicateDefault(service, among: services)
      services.append(service)
    }
  }

  private mutating func checkServiceName(
    _ name: String,
    _ declaration: any ServiceDeclaration,
    at position: SourcePosition?
  ) -> Bool {
    guard let problem = ServiceName.problem(in: name) else { return true }
    report(
      .invalidValue,
      "the \(declaration.noun)'s name \"\(name.escapingControls)\" \(problem), so it cannot be "
        + "used in addresses such as shops:/a/b; rename it",
      at: position
    )
    return false
  }

  /// Reads a service, which is written as a string with its location or as a map.
  private mutating func readService(
    _ tree: Tree,
    _ name: String,
    _ declaration: any ServiceDeclaration
  ) -> ServiceProfile? {
    let setting = declaration.setting(of: name)
    var (place, placeSetting, secrets) = (tree, setting, [String: Secret]())
    if let form = declaration.longForm {
      guard tree.kind == .map || tree.kind == .string else {
        let expected = "a \(form.noun) or a map with a \(form.key)"
        report(.wrongType(of: setting, expected: expected, found: tree))
        return nil
      }
      if tree.kind == .map {
        diagnostics += Diagnostic.unknownKeys(in: tree, known: form.keys, of: setting)
        for (key, _) in form.secrets { secrets[key] = secret(tree[key], "\(setting).\(key)") }
        guard let written = tree[form.key], !written.isNull else {
          reportMissing(form.key, of: setting, at: tree, declaration)
          return nil
        }
        place = written
      }
      if tree.kind == .map || declaration.isNamed { placeSetting = "\(setting).\(form.key)" }
    }
    guard let location = readLocation(place, placeSetting, of: setting, declaration)
    else { return nil }
    return ServiceProfile(
      name: name,
      location: location,
      flags: readFlags(of: tree, setting, declaration),
      member: readMember(of: tree, setting, declaration),
      secrets: secrets,
      position: declaration.isNamed ? tree.keyPosition : place.position,
      declaration: declaration
    )
  }

  /// Reports a missing location, unless other profiles extend the profile.
  private mutating func reportMissing(
    _ key: String,
    of setting: String,
    at tree: Tree,
    _ declaration: any ServiceDeclaration
  ) {
    guard !isExtended else { return }
    let position = declaration.isNamed ? tree.keyPosition : tree.position
    report(.missingValue, "\"\(setting)\" has no \(key)", at: position)
  }

  private mutating func readLocation(
    _ tree: Tree,
    _ placeSetting: String,
    of setting: String,
    _ declaration: any ServiceDeclaration
  ) -> ServiceLocation? {
    let isRequired = placeSetting != setting
    guard let text = isRequired ? requiredText(tree, placeSetting) : text(tree, placeSetting),
      !text.isEmpty
    else { return nil }
    do {
      let location = try ServiceLocation(parsing: text, of: declaration)
      recordSetting(placeSetting, location.spelling(of: declaration), at: tree.position)
      if case .emulator(let origin, _) = location {
        warnOfRemoteEmulator(origin, at: tree.position)
      }
      return location
    } catch {
      report(.invalidValue, error.message, at: tree.position)
      return nil
    }
  }

  private mutating func readFlags(
    of tree: Tree,
    _ setting: String,
    _ declaration: any ServiceDeclaration
  ) -> Set<String> {
    guard tree.kind == .map, let flags = declaration.longForm?.flags else { return [] }
    return flags.reduce(into: []) { said, flag in
      guard let value = bool(tree[flag.key], "\(setting).\(flag.key)") else { return }
      recordSetting("\(setting).\(flag.key)", String(value), at: tree[flag.key]?.position)
      if value { said.insert(flag.key) }
    }
  }

  private mutating func readMember(
    of tree: Tree,
    _ setting: String,
    _ declaration: any ServiceDeclaration
  ) -> String? {
    let key = ServiceLongForm.memberKey
    guard tree.kind == .map, declaration.longForm?.texts.contains(where: { $0.key == key }) == true,
      let name = text(tree[key], "\(setting).\(key)"), !name.isEmpty
    else { return nil }
    guard SwiftIdentifier.member(name) == name else {
      report(
        .invalidValue,
        "\"\(name.escapingControls)\" is not a valid Swift member name; use letters, digits and _",
        at: tree[key]?.position
      )
      return nil
    }
    recordSetting("\(setting).\(key)", name, at: tree[key]?.position)
    return name
  }

  /// Warns about a remote emulator, because emulators give every caller full access and plain HTTP
  /// can be intercepted.
  private mutating func warnOfRemoteEmulator(_ origin: String, at position: SourcePosition?) {
    guard let parts = URLParts(origin), !parts.isLoopback else { return }
    report(
      .warning(
        .remoteEmulator,
        "the emulator \"\(origin.escapingControls)\" is on another machine: the traffic is not "
          + "encrypted, and anyone who can reach it can change all data; use 127.0.0.1, or a "
          + "private network",
        at: position
      )
    )
  }

  /// Reports a second default service of a kind.
  private mutating func reportDuplicateDefault(
    _ service: ServiceProfile,
    among services: [ServiceProfile]
  ) {
    let other = services.first { $0.kind == service.kind && $0.isDefault }
    guard service.isDefault, let other else { return }
    func position(_ service: ServiceProfile) -> SourcePosition? {
      let keyPath = "\(service.setting).\(ServiceLongForm.defaultKey)"
      return settings.first { $0.keyPath == keyPath }?.origin
    }
    report(
      .error(
        .invalidValue,
        "\"\(service.setting)\" and \"\(other.setting)\" are both the default; write \"default: true\" "
          + "in only one of them",
        at: position(service),
        notes: [Diagnostic.Note("the other one", at: position(other))]
      )
    )
  }

  /// Reports services with the same name, and services of the same kind at the same location, which
  /// would overwrite each other.
  private mutating func reportShared(_ service: ServiceProfile, among services: [ServiceProfile]) {
    let noun = service.declaration.noun
    // Keys that differ only in Unicode normalization are the same name.
    for kind in ServiceKind.all {
      guard let other = services.first(where: { $0.name == service.name && $0.kind == kind })
      else { continue }
      let isSame = other.kind == service.kind
      let names = isSame ? "two \(noun)s" : "a \(other.declaration.noun) and of a \(noun)"
      let note = isSame ? "the other one" : "the \(other.declaration.noun)"
      report(
        .error(
          .duplicateName,
          "\"\(service.name)\" is the name of \(names); use different names, because addresses "
            + "contain only the name",
          at: service.position,
          notes: [Diagnostic.Note(note, at: other.position)]
        )
      )
    }
    let other = services.first { $0.kind == service.kind && $0.location == service.location }
    guard let other else { return }
    report(
      .error(
        .duplicateURL,
        "\"\(service.setting)\" and \"\(other.setting)\" have the same location (\(service.url)); "
          + "use different locations, or remove one of the two",
        at: service.position,
        notes: [Diagnostic.Note("\"\(other.name)\" is defined here", at: other.position)]
      )
    )
  }
}
