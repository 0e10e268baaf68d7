import ArgumentParser
import TaneCore
import TaneKit
import TaneProject
import TaneRendering

struct FixturesShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the merged value of a node with the origin of each part.",
    discussion: """
      Tags such as !now and !repeat are evaluated: a generated value is shown with the line of its \
      tag.

        tane fixtures show shops:/shops/0/name
      """
  )

  @Argument(help: "The node, such as users:/users/u1.")
  var address: Address

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var sets: FixtureSetOptions

  @OptionGroup var anchor: AnchorOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let target = try context.environment(of: environment, sets: sets.names, at: anchor)
      target.printHeader(in: context)
      let fixtures = try target.fixtures(
        describing: [address],
        otherwise: "nothing was shown",
        context.console
      )
      let service = fixtures.services.first { $0.name == address.service }
      let tree = service?.tree(at: address.path) ?? .null
      context.isJSON ? printJSON(tree, context) : printText(tree, context)
      return .clean
    }
  }

  private func printText(_ tree: Tree, _ context: CommandContext) {
    let console = context.console
    let leaves = Self.leaves(of: tree, at: address.path).map {
      ("\(Address(service: address.service, path: $0.path))", $0.leaf)
    }
    let width = min(leaves.map { DisplayWidth.of($0.0) }.max() ?? 0, 80)
    let values = leaves.map { ValueText.render($0.1, width: 60) }
    let valueWidth = min(values.map { DisplayWidth.of($0) }.max() ?? 0, 60)
    for ((address, leaf), value) in zip(leaves, values) {
      let origin = leaf.position.map { "\($0)" } ?? ""
      console.print(
        "\(DisplayWidth.padded(address, to: width))  \(DisplayWidth.padded(value, to: valueWidth))"
          + "  \(console.style.dim(origin))",
        isData: true
      )
    }
  }

  private func printJSON(_ tree: Tree, _ context: CommandContext) {
    let leaves = Self.leaves(of: tree, at: address.path).map { path, leaf in
      TreeLiteral.map(
        [
          ("address", .string("\(Address(service: address.service, path: path))")),
          ("value", .string(ValueText.render(leaf, width: .max))),
        ] + PositionJSON.entries(leaf.position)
      )
    }
    context.console.printJSON(["address": .string("\(address)"), "values": .list(leaves)])
  }

  /// Returns the scalars and empty containers of a tree, in traversal order.
  private static func leaves(of tree: Tree, at path: TreePath) -> [(path: TreePath, leaf: Tree)] {
    guard !tree.children.isEmpty, tree.tag == .none else { return [(path, tree)] }
    return tree.children.enumerated().flatMap { index, child in
      leaves(of: child, at: path.appending(child.key ?? String(index)))
    }
  }
}
