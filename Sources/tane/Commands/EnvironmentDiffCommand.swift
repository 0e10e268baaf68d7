import ArgumentParser
import TaneCore
import TaneProject
import TaneRendering
import TaneSeeding

struct EnvironmentDiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare the project, services and values of two environments.",
    discussion: """
      Compares the profiles, and reads nothing of the services; tane diff LEFT RIGHT compares what they \
      hold. A secret is named and never shown. Exits 0 when nothing differs and 1 when something does.

        tane env diff staging production
        tane env diff staging production --summary
      """
  )

  @Argument(help: "The environment on the left.")
  var left: String

  @Argument(help: "The environment on the right.")
  var right: String

  @OptionGroup var presentation: DiffPresentation

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      try presentation.check(isJSON: context.isJSON)
      let profiles = try context.profiles()
      let old = try CommandTarget.profile(withValuesNamed: left, in: profiles)
      let new = try CommandTarget.profile(withValuesNamed: right, in: profiles)
      if presentation.hasHeader(isJSON: context.isJSON) {
        context.console.print("\(old.name) → \(new.name)")
        context.console.print()
      }
      let trees = profiles.comparedTrees(old, new)
      let root = Address(service: "", path: .root)
      let difference = ResourceComparison(ResourceRules(), PlanPolicy(), among: [root])
        .compare(from: Resource(root, trees.old), to: Resource(root, trees.new))
      let document = DifferenceDocument(Difference([difference]), .files, left: left, right: right)
      if presentation.open {
        let page = try BrowserPage(named: "tane-env-diff", DifferenceHTMLRendering(), of: document)
        try page.open(in: context)
        return document.isEmpty ? .clean : .found
      }
      let rendering = presentation.rendering(on: context.console, isJSON: context.isJSON)
      try context.console.printBuffered { try rendering.write(document, to: $0) }
      return document.isEmpty ? .clean : .found
    }
  }
}

extension CommandTarget {
  /// A profile with all that it says to the app; throws a `CommandFailure` where a value has an error.
  static func profile(
    withValuesNamed name: String,
    in profiles: EnvironmentProfiles
  ) throws -> EnvironmentProfile {
    let profile = try profile(named: name, redirects: false, in: profiles)
    let findings = profiles.valueDiagnostics(of: name)
    guard findings.containsError else { return profile }
    let count = findings.count { $0.severity == .error }
    throw CommandFailure(
      .failed,
      "the values of \"\(name)\" have \(counted(count, "error"))",
      findings: findings
    )
  }
}
