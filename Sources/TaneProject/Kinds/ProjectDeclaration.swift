import TaneCore

/// A declaration of a service that exists once per Firebase project, identified by the project's
/// ID.
///
/// The resource of a `ServiceLocation` is the project's ID.
protocol ProjectDeclaration: ServiceDeclaration {}

extension ProjectDeclaration {
  var isNamed: Bool { false }

  func location(at url: URLParts, shown: String) throws(ServiceLocationError) -> ServiceLocation? {
    switch url.scheme {
    case "http" where url.query == nil:
      guard !url.path.isEmpty else {
        throw ServiceLocationError(
          message: "the emulator's URL \"\(shown)\" contains no project; end it with /PROJECT"
        )
      }
      return try identifier(url.path, shown: shown).map {
        .emulator(origin: url.origin, resource: $0)
      }
    case "https":
      let project = URLParts.project(in: url.path).flatMap {
        ProjectIdentifier.isValid($0) ? $0 : nil
      }
      throw ServiceLocationError(
        message: "\"\(shown)\" is the URL of a web page or API; write the project ID,"
          + " \(project ?? "such as my-project")"
      )
    default: return nil
    }
  }

  func location(named text: String, shown: String) throws(ServiceLocationError) -> ServiceLocation?
  { try identifier(text, shown: shown).map { .firebase($0) } }

  func project(of resource: String) -> String? { resource }
  func instanceName(ofEmbedded name: String, in profile: EnvironmentProfile) -> String {
    profile.emulatedProject
  }

  func setupLocations(for app: SetupApp) -> SetupLocations {
    SetupLocations([kind.id: app.project])
  }

  private func identifier(_ text: String, shown: String) throws(ServiceLocationError) -> String? {
    if let project = text.withoutPrefix("projects/").map({ $0.prefix { $0 != "/" } }),
      ProjectIdentifier.isValid(project)
    {
      throw ServiceLocationError(
        message: "\"\(shown)\" contains more than a project ID; write only the ID, \(project)"
      )
    }
    return ProjectIdentifier.isValid(text) ? text : nil
  }
}

/// The rules for project identifiers.
private enum ProjectIdentifier {
  /// Returns true if a string is a valid project identifier; domain-scoped identifiers contain a
  /// colon.
  static func isValid(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.first != "."
      && text.unicodeScalars.allSatisfy {
        ("a"..."z").contains($0) || ("0"..."9").contains($0)
          || "-.:".unicodeScalars.contains($0)
      }
  }
}
