import Foundation
import SystemPackage
import TaneCore
package import TaneProject
import TaneSwiftSource

/// An operation that writes the files of a new project and its first fixtures.
package struct InitOperation {
  private static let mappings: FilePath = "fixtures/mappings.yaml"

  private let files: SetupFiles
  private let context: CheckContext

  private var project: Project { context.project }

  /// Creates the operation; nothing is written before `run`.
  package init(_ files: SetupFiles, in context: CheckContext) {
    (self.files, self.context) = (files, context)
  }

  /// Writes the missing files and the additions to existing files; reverts all changes if a step
  /// fails.
  ///
  /// - Parameter pull: Writes the data of an export to the fixture set `base`, or nil if there is
  ///   no export.
  /// - Returns: The values of the export that fixtures cannot describe, and the saved schema of the
  ///   mapped types, or nil if none was saved.
  /// - Throws: An `OperationFailure` if a file cannot be written, or an error from the closure.
  package func run(
    _ pull: (() async throws -> [FixtureUpdate.SkippedValue])?
  ) async throws -> (left: [FixtureUpdate.SkippedValue], schema: SchemaOperation.Report?) {
    var left: [FixtureUpdate.SkippedValue] = []
    var changes = InitChanges()
    var mapsTypes = false
    do {
      try write(noting: &changes)
      if let pull {
        try includeFixtures(in: &changes)
        left = try await pull()
        mapsTypes = try suggestMappings()
      }
    } catch {
      changes.revert()
      throw error
    }
    // Schemas help editors, but a project is complete without them.
    let kept = Set(files.files.filter(\.exists).map(\.path))
    let silent = CheckContext(
      project,
      variables: context.variables,
      reportingTo: ProgramInteraction(base: .silent)
    )
    _ = try? EditorSchemaOperation(in: silent, keeping: kept).run()
    return (left, mapsTypes ? savedSchema(in: silent) : nil)
  }

  /// Saves the schema of the mapped types, or returns nil if no type is mapped or a schema exists.
  private func savedSchema(in silent: CheckContext) -> SchemaOperation.Report? {
    let path = project.absolute(FilePath(SchemaLockFile.name))
    guard (try? project.files.kind(of: path)) == .some(nil),
      let operation = try? SchemaOperation(in: silent), operation.hasTypes
    else { return nil }
    return try? operation.save()
  }

  private func write(noting changes: inout InitChanges) throws {
    for file in files.missing {
      do {
        try changes.write(
          file.text,
          to: project.absolute(file.path),
          isAddition: file.isAddition
        )
      } catch {
        throw OperationFailure(
          .failed,
          "\(file.path) cannot be written: \(error.reason); nothing was written"
        )
      }
    }
  }

  /// Registers the folders that a pull creates or fills.
  private func includeFixtures(in changes: inout InitChanges) throws {
    let set: FilePath = project.absolute("fixtures/base")
    try changes.createFolder(set)
    changes.registerFolder(set)
    if try project.files.kind(of: project.stateDirectory) == nil {
      changes.registerFolder(project.stateDirectory)
    }
  }

  /// Adds suggestions to a new mappings file if the sources can be parsed quickly; returns true if
  /// the file then contains mappings.
  private func suggestMappings() throws -> Bool {
    guard files.missing.contains(where: { $0.path == Self.mappings }) else { return false }
    let mappings = Mappings.load(from: project)
    guard !mappings.sources.isEmpty,
      let local = EnvironmentProfiles.load(from: project, variables: context.variables).profiles
        .first(where: { $0.name == "local" })
    else { return false }
    let fixtures = Fixtures.load(for: local, from: project)
    let data = CheckedData(fixtures, mappings)
    guard let types = try? TypesCheck(quicklyOf: data, by: mappings, in: context) else {
      context.reporter.note(
        "note: the Swift sources are not read yet; tane validate --suggest proposes mappings"
      )
      return false
    }
    let text = mappings.suggestions(
      for: data.wholeTrees,
      documents: data.documents,
      typeNames: types.declaredNames
    ).yamlWithKnownTypes
    guard !text.isEmpty else { return !mappings.rules.isEmpty }
    let path = project.absolute(Self.mappings)
    let old = try String(contentsOf: URL(filePath: path.string), encoding: .utf8)
    // If the file already has a "mappings:" section with mappings derived from the code, the header
    // is not repeated.
    let header = "mappings:\n"
    let isStarted = old.contains("\n\(header)") && text.hasPrefix(header)
    let added = isStarted ? String(text.dropFirst(header.count)) : text
    try Data((old + added).utf8).write(to: URL(filePath: path.string), options: .atomic)
    return true
  }
}
