import TaneCore
import TaneKit
import TaneProject
import TaneRendering

extension CommandContext {
  /// Resolves the environment that options name; `profiles` are those of the project, if they were read already.
  func environment(
    of options: EnvironmentOptions,
    sets: [String] = [],
    at anchor: AnchorOptions? = nil,
    among profiles: EnvironmentProfiles? = nil
  ) throws -> ProjectEnvironment {
    let name = try options.name(variables: variables)
    return try environment(named: name, sets: sets, at: anchor, among: profiles)
  }

  /// Resolves an environment; `redirects` applies variables such as `FIREBASE_DATABASE_EMULATOR_HOST`.
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
      patience: patience,
      variables: variables
    )
  }
}

extension ProjectEnvironment {
  /// The first line of the command: the environment and what it is, and which of its services variables
  /// send to emulators.
  ///
  /// Without the first line, notes go to standard error.
  func printHeader(in context: CommandContext, isWanted: Bool = true) {
    let notes = profile.redirectionNotes
    guard isWanted, !context.isJSON else { return notes.forEach { context.console.note($0) } }
    let style = context.console.style
    // A control character, which no name holds.
    let joint: Character = "\u{1F}"
    let header =
      "\(style.bold(profile.name))  \(profile.whereabouts) · \(profile.servicesText)"
      + " · guard\(joint)\(profile.guardLevel.rawValue) · fixtures\(joint)\(sets.joined(separator: ", "))"
    let indent = min(DisplayWidth.of(profile.name) + 2, 12)
    context.console.print(header, indent: indent, joint: joint)
    notes.forEach { context.console.print($0) }
    context.console.print()
  }
}

extension EnvironmentProfile {
  /// Which services variables of the process send to emulators, a line for each.
  var redirectionNotes: [String] { redirections.map { "note: \($0)" } }

  /// The place of the environment: its project if all services are Firebase's, else the kinds of its services.
  var whereabouts: String {
    let kinds = [
      hasFirebaseService ? "Firebase" + (project.map { " (\(Redaction.url($0)))" } ?? "") : nil,
      hasEmulatedService ? "emulator" : nil,
      hasEmbeddedService ? "embedded" : nil,
    ].compactMap(\.self)
    if kinds.count == 1, hasFirebaseService, let project { return Redaction.url(project) }
    return kinds.isEmpty ? "no services" : kinds.joined(separator: " and ")
  }
}

extension Sequence<Diagnostic> {
  /// The exit code of a command that only reports these findings.
  var exitStatus: ExitStatus { containsError ? ExitStatus(failureReason) : .clean }
}
