import TaneCore
import TaneKit
import TaneProject
import TaneRendering

extension CommandContext {
  /// Resolves the environment that the options name, among the given profiles or else the project's
  /// profiles.
  func environment(
    of options: EnvironmentOptions,
    sets: [String] = [],
    at anchor: AnchorOptions? = nil,
    among profiles: EnvironmentProfiles? = nil
  ) throws -> ProjectEnvironment {
    let name = try options.name(variables: variables)
    return try environment(named: name, sets: sets, at: anchor, among: profiles)
  }

  /// Resolves an environment; if `redirects` is true, variables such as
  /// `FIREBASE_DATABASE_EMULATOR_HOST` are applied.
  func environment(
    named name: String,
    sets: [String] = [],
    at anchor: AnchorOptions? = nil,
    redirects: Bool = true,
    among profiles: EnvironmentProfiles? = nil
  ) throws -> ProjectEnvironment {
    let anchor = try anchor?.anchor()
    let profile = try (profiles ?? self.profiles()).profile(named: name, redirects: redirects)
    return ProjectEnvironment(
      profile,
      sets: sets.isEmpty ? profile.fixtures : sets,
      at: anchor,
      of: try project,
      openedBy: try environments,
      timeout: timeout,
      variables: variables
    )
  }
}

extension ProjectEnvironment {
  /// Prints a line that describes the environment, and notes about services that environment
  /// variables redirect to emulators.
  ///
  /// In JSON output, or if `isWanted` is false, only the notes are printed, to standard error.
  func printHeader(in context: CommandContext, isWanted: Bool = true) {
    let notes = profile.redirectionNotes
    guard isWanted, !context.isJSON else { return notes.forEach { context.console.note($0) } }
    let style = context.console.style
    // Names cannot contain this control character.
    let joint: Character = "\u{1F}"
    let header =
      "\(style.bold(profile.name))  \(profile.localizedLocation) · \(profile.servicesText)"
      + " · guard\(joint)\(profile.guardLevel.rawValue) · fixtures\(joint)\(sets.joined(separator: ", "))"
    let indent = min(DisplayWidth.of(profile.name) + 2, 12)
    context.console.print(header, indent: indent, joint: joint)
    notes.forEach { context.console.print($0) }
    context.console.print()
  }
}

extension EnvironmentProfile {
  /// The notes about services that environment variables redirect to emulators.
  var redirectionNotes: [String] { redirections.map { "note: \($0)" } }

  /// The location of the environment: its Firebase project if Firebase provides all services,
  /// otherwise the kinds of its services.
  var locationDescription: String {
    let kinds = [
      hasFirebaseService ? "Firebase" + (project.map { " (\(Redaction.url($0)))" } ?? "") : nil,
      hasEmulatedService ? "emulator" : nil,
      hasEmbeddedService ? "embedded" : nil,
    ].compactMap(\.self)
    if kinds.count == 1, hasFirebaseService, let project { return Redaction.url(project) }
    return kinds.isEmpty ? "no services" : kinds.joined(separator: " and ")
  }

  /// The location in the user's language; kinds of services are translated even if the project uses
  /// the same word as a name.
  var localizedLocation: String {
    Language.$names.withValue(ProjectNames()) { locationDescription.localized }
  }
}

extension Sequence<Diagnostic> {
  /// The exit code of a command that reports only these findings.
  var exitStatus: ExitStatus { containsError ? ExitStatus(failureReason) : .clean }
}
