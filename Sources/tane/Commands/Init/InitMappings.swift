import Foundation
import SystemPackage
import TaneCore
import TaneKit
import TaneProject
import TaneSwiftSource

/// The initial mappings of a new project, for types that the app's sources declare.
struct InitMappings {
  private static let path: FilePath = "fixtures/mappings.yaml"

  let context: CommandContext

  /// Adds suggestions to a new mappings file, if the sources can be parsed quickly.
  func suggest(ifWritten files: SetupFiles) throws {
    guard files.missing.contains(where: { $0.path == Self.path }) else { return }
    let project = try context.project
    let mappings = Mappings.load(from: project)
    guard !mappings.sources.isEmpty,
      let local = try context.profiles().profiles.first(where: { $0.name == "local" })
    else { return }
    let fixtures = Fixtures.load(for: local, from: project)
    let data = CheckedData(fixtures, mappings)
    guard let types = try? TypesCheck(quicklyOf: data, by: mappings, in: context.checking) else {
      return context.console.note(
        "note: the Swift sources are not read yet; tane validate --suggest proposes mappings"
      )
    }
    let text = mappings.suggestions(
      for: data.wholeTrees,
      documents: data.documents,
      typeNames: types.declaredNames
    ).yamlWithKnownTypes
    guard !text.isEmpty else { return }
    let path = project.absolute(Self.path)
    let old = try String(contentsOf: URL(filePath: path.string), encoding: .utf8)
    try Data((old + text).utf8).write(to: URL(filePath: path.string), options: .atomic)
  }
}
