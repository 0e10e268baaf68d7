import ArgumentParser
import TaneCore
import TaneKit
import TaneProject
import TaneRendering

struct FixturesListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the resources that fixtures describe and their files.",
    discussion: """
        tane fixtures list
      """
  )

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var sets: FixtureSetOptions

  @OptionGroup var anchor: AnchorOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let target = try context.environment(of: environment, sets: sets.names, at: anchor)
      target.printHeader(in: context)
      let fixtures = try target.fixtures(otherwise: "nothing was listed", context.console)
      context.isJSON ? printJSON(fixtures, context) : printText(fixtures, context)
      return .clean
    }
  }

  private func printText(_ fixtures: Fixtures, _ context: CommandContext) {
    let console = context.console
    let rows = fixtures.resources.map {
      ("\($0.address)", Self.extent(of: $0).localized, $0.file ?? "")
    }
    let widths = [rows.map { DisplayWidth.of($0.0) }, rows.map { DisplayWidth.of($0.1) }]
      .map { min($0.max() ?? 0, 80) }
    for (address, extent, file) in rows {
      let address = DisplayWidth.padded(address, to: widths[0])
      console.print(
        "\(address)  \(DisplayWidth.padded(extent, to: widths[1]))  \(console.style.dim(file))",
        isData: true
      )
    }
    if rows.isEmpty { console.print("No fixtures.") }
    guard fixtures.anchor != nil || !fixtures.variables.isEmpty else { return }
    console.print()
    if let anchor = fixtures.anchor { console.print("Relative dates are relative to \(anchor).") }
    guard !fixtures.variables.isEmpty else { return }
    console.print("Environment variables: \(fixtures.variables.joined(separator: ", "))")
  }

  private static func extent(of resource: DesiredResource) -> String {
    resource.blob.map { counted($0.size, "byte") }
      ?? counted(resource.content.leafCount, "value")
  }

  private func printJSON(_ fixtures: Fixtures, _ context: CommandContext) {
    let resources = fixtures.resources.map { resource -> TreeLiteral in
      let size: (String, TreeLiteral) =
        resource.blob.map { ("bytes", .integer(Int64($0.size))) }
        ?? ("values", .integer(Int64(resource.content.leafCount)))
      return .map([
        ("address", .string("\(resource.address)")), size,
        ("file", resource.file.map { .string($0) } ?? .null),
      ])
    }
    context.console.printJSON([
      "sets": .list(fixtures.sets.map { .string($0) }), "resources": .list(resources),
      "anchor": fixtures.anchor.map { .string("\($0)") } ?? .null,
      "variables": .list(fixtures.variables.map { .string($0) }),
    ])
  }
}

extension DesiredResource {
  /// The file that describes the resource, or the last such file if there are several.
  fileprivate var file: String? { position?.file ?? content.fileName }
}
