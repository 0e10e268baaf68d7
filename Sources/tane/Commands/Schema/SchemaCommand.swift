import ArgumentParser
import SystemPackage
import TaneCore
import TaneKit

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Track the schema of the app's types and detect breaking changes.",
    discussion: """
      Writes the schema of the types that fixtures/mappings.yaml names, and of the types they use, \
      to fixtures/schema.yaml, a file to commit. --check compares the types with it: an error \
      means that the new types cannot read existing data, a warning that released apps cannot read \
      new data. Both exit with 1. A harmless change, such as a new optional property, is a note \
      and exits with 0, unless --strict is given; 2 means that nothing was compared.

        tane schema
        tane schema --check
        tane schema --check --strict
        tane schema --editor
      """
  )

  @Flag(
    help:
      "Write nothing; report changes since the file was written, and exit with 1 for breaking ones."
  )
  var check = false

  @Flag(help: "With --check or --against, exit with 1 for harmless changes as well.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Compare with the file at a Git commit, branch or tag, and write nothing.",
      valueName: "git-ref"
    )
  )
  var against: String?

  @Flag(
    help: "Write JSON Schemas for editors, and reference them in the YAML files of the project."
  )
  var editor = false

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      try rejectContradictions()
      if editor { return try writeEditorSchemas(in: context) }
      return try SchemaSession(command: self, context: context).run()
    }
  }

  private func writeEditorSchemas(in context: CommandContext) throws -> ExitStatus {
    let report = try EditorSchemaOperation(in: try context.checkContext).run()
    let folder = EditorSchemaOperation.folder
    guard !context.isJSON else {
      context.console.printJSON([
        "folder": .string("\(folder)"),
        "schemas": .integer(Int64(report.schemaCount)),
        "files": .list(report.files.map { .string($0.string) }),
        "changed": .integer(Int64(report.changedCount)),
      ])
      return .clean
    }
    context.console.print(
      "Wrote \(counted(report.schemaCount, "schema")) to \(folder), referenced in "
        + "\(counted(report.files.count, "file")) (\(report.changedCount.grouped) of them changed)."
    )
    return .clean
  }

  private func rejectContradictions() throws {
    let options = [
      check ? "--check" : nil, against.map { "--against \($0)" }, editor ? "--editor" : nil,
    ]
    let given = options.compactMap { $0 }
    guard !strict || check || against != nil else {
      throw CommandFailure(.usage, "--strict requires --check or --against")
    }
    guard given.count > 1 else { return }
    throw CommandFailure(
      .usage,
      "\(given.dropLast().joined(separator: ", ")) and \(given.last ?? "") cannot be combined; use "
        + "one of them"
    )
  }
}
