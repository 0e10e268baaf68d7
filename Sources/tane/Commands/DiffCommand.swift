import ArgumentParser
import TaneCore
import TaneProject
import TaneSeeding

struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare fixtures, environments, files or folders.",
    discussion: """
      Without operands, the environment (left) against the fixtures (right). An operand is the name of \
      an environment, the word "fixtures", a YAML or JSON file, or a folder of them, read as one tree; \
      with one operand the other side is the fixtures. A file below \
      fixtures/SET/databases/NAME can also be compared with an environment, or with what the \
      fixtures together say there. An operand with ":/" is an address that the comparison is limited to.

      Elements of lists are found again by their "id", "key" or "uid", else by their "name", "slug" or \
      "path" and by what they hold; --key names another member. Files \
      differ where a number is written in another way (1 and 1.0); environments know one kind of number.

      Exits 0 when nothing differs and 1 when something does.

        tane diff -e staging
        tane diff staging production
        tane diff old.json new.json
        tane diff -e staging --open
      """
  )

  @Argument(
    help: "LEFT and RIGHT: an environment, \"fixtures\", a file or a folder; and addresses."
  )
  var operands: [String] = []

  @OptionGroup var presentation: DiffPresentation

  @Option(
    name: .customLong("ignore"),
    parsing: .singleValue,
    help: ArgumentHelp(
      "Leave out what differs at and below these nodes, such as users:/users/*/last_login, or"
        + " /users/*/last_login in files; may be repeated. ** stands for any number of keys.",
      valueName: "pattern"
    )
  )
  var ignored: [String] = []

  @Option(
    name: .customLong("key"),
    parsing: .singleValue,
    help: ArgumentHelp(
      "The member by which elements of lists are found again, such as /shops/*/menu=code, or"
        + " shops:/shops/*/menu=code; may be repeated.",
      valueName: "pattern=member"
    )
  )
  var keys: [String] = []

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var anchor: AnchorOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      try await DiffSession(self, context: context).run()
    }
  }
}
