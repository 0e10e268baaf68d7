import ArgumentParser
import TaneCore
import TaneKit
import TaneProject
import TaneRendering

struct EnvironmentDiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare the project, services and values of two environments.",
    discussion: """
      Compares the profiles without reading the services; tane diff LEFT RIGHT compares their \
      data. A secret is named but never shown. Exits with 0 if there are no differences and 1 \
      otherwise.

        tane env diff staging production
        tane env diff staging production --summary
      """
  )

  @Argument(
    help: "The environment on the left.",
    completion: .custom { _, _, _ in CompletionCandidates.environments() }
  )
  var left: String

  @Argument(
    help: "The environment on the right.",
    completion: .custom { _, _, _ in CompletionCandidates.environments() }
  )
  var right: String

  @OptionGroup var presentation: DiffPresentation

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      try presentation.check(isJSON: context.isJSON)
      let profiles = try context.profiles()
      let old = try profiles.profile(withValuesNamed: left)
      let new = try profiles.profile(withValuesNamed: right)
      if presentation.hasHeader(isJSON: context.isJSON) {
        context.console.print("\(old.name) → \(new.name)")
        context.console.print()
      }
      let trees = profiles.comparedTrees(old, new)
      let root = Address(service: "", path: .root)
      let difference = ResourceComparison(ResourceRules(), PlanPolicy(), among: [root])
        .compare(from: Resource(root, trees.old), to: Resource(root, trees.new))
      let document = DifferenceDocument(Difference([difference]), .files, left: left, right: right)
      return try presentation.show(document, asPage: "tane-env-diff", in: context)
    }
  }
}
