import TaneCore

extension ProjectConsistencyCheck {
  /// The findings about settings of the apps that do not match the profile.
  ///
  /// Settings of an app for another environment's project are ignored.
  var appFindings: [Diagnostic] {
    guard let project else { return [] }
    return infos.flatMap { info -> [Diagnostic] in
      guard let entry = info.project else { return [] }
      if entry.value != project {
        return otherProjects.contains(entry.value) ? [] : [unknownProject(entry, project)]
      }
      return ServiceDeclarations.all.compactMap { finding(about: info, $0) }
    }
  }

  private func unknownProject(
    _ entry: GoogleServiceInfo.Entry,
    _ project: String
  ) -> Diagnostic {
    .warning(
      .mixedProjects,
      "the app belongs to the project \"\(entry.value.escapingControls)\", which no environment "
        + "uses, but \(profile.name) uses the project \"\(project.escapingControls)\"; replace "
        + "this file with one from the environment's project, or correct \(profile.file)",
      at: entry.position
    )
  }

  /// Returns a finding if an app's setting names an unknown service, or a service other than the
  /// profile's default.
  private func finding(
    about info: GoogleServiceInfo,
    _ kind: any ServiceDeclaration
  ) -> Diagnostic? {
    guard let (key, value) = kind.appSetting, let entry = info[keyPath: value] else { return nil }
    let known = services.filter { $0.kind == kind.kind }
      .compactMap(\.location.resource).map(kind.canonicalName)
    guard !known.isEmpty else { return nil }
    let shown = Redaction.url(entry.value).escapingControls
    guard !known.contains(kind.canonicalName(of: entry.value)) else {
      return defaultFinding(kind, key, entry, shown)
    }
    return .warning(
      .mixedServices,
      "\(key) is \"\(shown)\", which is not a \(kind.noun) of \(profile.name) (known: "
        + "\(known.joined(separator: ", "))); add it to \(profile.file), or download the app's "
        + "configuration file again",
      at: entry.position
    )
  }

  /// Returns a finding if an app's setting names a service other than the profile's default.
  private func defaultFinding(
    _ kind: any ServiceDeclaration,
    _ key: String,
    _ entry: GoogleServiceInfo.Entry,
    _ shown: String
  ) -> Diagnostic? {
    guard let service = services.first(where: { $0.kind == kind.kind && $0.isDefault }),
      service.location.resource.map(kind.canonicalName) != kind.canonicalName(of: entry.value)
    else { return nil }
    return .warning(
      .mixedServices,
      "\(key) is \"\(shown)\", but the default of \(profile.name) is \"\(service.setting)\" "
        + "(\(service.url)); write \"default: true\" for the \(kind.noun) of the app in "
        + "\(profile.file), or download the app's configuration file again",
      at: entry.position
    )
  }
}
