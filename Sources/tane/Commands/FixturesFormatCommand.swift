import ArgumentParser
import SystemPackage
import TaneCore
import TaneProject
import TaneRendering
import TaneSeeding

struct FixturesFormatCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Format fixture files.",
    discussion: """
      Indents by two spaces, puts one space after colons and commas, keeps only necessary quotes, \
      and removes white space at the ends of lines. Values, tags, anchors, comments, blank lines \
      and the order of keys are kept. A file that cannot be read is not changed.

        tane fixtures fmt
        tane fixtures fmt --check --set base
      """
  )

  @Flag(help: "Write nothing; exit with 1 if a file is not formatted.")
  var check = false

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Format only the files of this set; may be repeated.", valueName: "name")
  )
  var sets: [String] = []

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let project = try context.project
      let known = try FixtureSets.names(in: project)
      for set in sets where !known.contains(set) {
        throw CommandFailure(
          .usage,
          "the project has no fixture set \"\(set)\" (known: \(known.joined(separator: ", ")))"
            + Suggestion.clause(for: set, among: known)
        )
      }
      let formatting = FormattedFixtures(of: project, sets: sets.isEmpty ? known : sets)
      if !check {
        try await FixtureFileWriter(project: project).write(
          formatting.files,
          bytes: { _ in [] },
          for: .format,
          timeout: context.timeout
        )
      }
      show(formatting, in: context)
      guard !formatting.findings.containsError else {
        throw CommandFailure(
          .failed,
          "files that cannot be read were not changed",
          findings: formatting.findings
        )
      }
      return check && !formatting.files.isEmpty ? .found : .clean
    }
  }

  private func show(_ formatting: FormattedFixtures, in context: CommandContext) {
    let paths = formatting.files.map(\.path.string)
    guard !context.isJSON else {
      return context.console.printJSON([
        "written": .bool(!check), "files": .list(paths.map { .string($0) }),
      ])
    }
    for path in paths {
      context.console.print(
        "\(context.console.style.yellow("~ change".label))  \(VisibleText.revealing(path))"
      )
    }
    let all = counted(formatting.fileCount, "file")
    context.console.print(
      paths.isEmpty
        ? "Nothing to do: \(all) checked."
        : check
          ? "\(paths.count.grouped) of \(all) must be formatted."
          : "Formatted \(paths.count.grouped) of \(all)."
    )
  }
}
