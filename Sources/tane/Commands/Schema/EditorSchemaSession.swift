import SystemPackage
import TaneCore
import TaneFormats
import TaneKit
import TaneProject
import TaneSwiftSource

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One run of `tane schema --editor`, which writes JSON Schemas and the comments that refer editors
/// to them.
struct EditorSchemaSession {
  private let context: CommandContext
  private let project: Project

  private static let maximumBytes = 1 << 26
  /// The folder of the schemas in the project, hidden so that it is not a fixture set.
  private static let folder = FilePath("\(Project.fixtures)/.schemas")

  /// The files that must not be changed.
  private let kept: Set<FilePath>

  init(context: CommandContext, keeping kept: Set<FilePath> = []) throws {
    (self.context, self.kept) = (context, kept)
    project = try context.project
  }

  func run() throws -> ExitStatus {
    var files: [(file: FilePath, schema: FilePath)] = []
    let profile = try write(EditorSchema.profile(of: project), named: "profile")
    for file in try yamlFiles(in: FilePath(Project.environments)) {
      let declaresValues = file.stem == EnvironmentProfiles.valueSchemaName
      let schema =
        try declaresValues ? write(EditorSchema.valueDeclarations, named: "values") : profile
      files.append((file, schema))
    }
    let mappings = Mappings.load(from: project)
    let mappingsSchema = try write(EditorSchema.mappings, named: "mappings")
    if let file = mappings.file {
      files.append((FilePath(file), mappingsSchema))
      // Without rules, no sources need to be parsed.
      if !mappings.rules.isEmpty { files += try fixtureSchemas() }
    }
    var changed = 0
    for (file, schema) in files where try name(schema, in: file) { changed += 1 }
    guard !context.isJSON else {
      context.console.printJSON([
        "folder": .string("\(Self.folder)"),
        "schemas": .integer(Int64(Set(files.map(\.schema)).count)),
        "files": .list(files.map { .string($0.file.string) }),
        "changed": .integer(Int64(changed)),
      ])
      return .clean
    }
    context.console.print(
      "Wrote \(counted(Set(files.map(\.schema)).count, "schema")) into \(Self.folder); named in"
        + " \(counted(files.count, "file")), \(changed.grouped) of them changed."
    )
    return .clean
  }

  // MARK: Fixtures

  /// Writes a schema for each mapping whose nodes have their own files, and returns it with these
  /// files.
  private func fixtureSchemas() throws -> [(file: FilePath, schema: FilePath)] {
    let types = try MappedTypes(in: context.checking)
    var files: [(file: FilePath, schema: FilePath)] = []
    for entry in types.entries {
      let found = try fixtures(of: entry.rule)
      guard !found.isEmpty else { continue }
      let rules = ReadingRules(entry.rule)
      let schema = types.index.editorSchema(of: entry.type, rules: rules)
      let name = String("\(entry.rule.pattern)".map { $0.isLetter || $0.isNumber ? $0 : "-" })
      let path = try write(schema, named: name)
      files += found.map { ($0, path) }
    }
    return files
  }

  /// Returns the YAML files of all sets that contain exactly one node that a rule matches.
  private func fixtures(of rule: MappingRule) throws -> [FilePath] {
    let steps = rule.pattern.pattern.description.split(separator: "/").map(String.init)
    guard !steps.isEmpty else { return [] }
    var files: [FilePath] = []
    for set in try project.entries(of: FilePath(Project.fixtures)) ?? [] {
      guard set.kind == .folder, !set.name.string.hasPrefix(".") else { continue }
      let folder = FilePath(Project.fixtures).appending(set.name)
      var folders = [
        rule.namesDocuments
          ? folder.appending(Address.firestore)
          : folder.appending("databases").appending(rule.pattern.service)
      ]
      for step in steps.dropLast() {
        folders = try folders.flatMap { try children(of: $0, step) }.filter(\.isFolder).map(\.path)
      }
      let found = try folders.flatMap { try children(of: $0, steps[steps.count - 1]) }
      files += found.filter { !$0.isFolder }.map(\.path)
    }
    return files
  }

  private struct Child {
    let path: FilePath
    let isFolder: Bool
  }

  private func children(of folder: FilePath, _ step: String) throws -> [Child] {
    try (project.entries(of: folder) ?? []).compactMap { entry in
      let isFolder = entry.kind == .folder
      guard isFolder || ["yaml", "yml"].contains(entry.name.extension) else { return nil }
      let stem = isFolder ? entry.name.string : entry.name.stem
      guard !stem.hasPrefix("."), step == "*" || stem == step else { return nil }
      return Child(path: folder.appending(entry.name), isFolder: isFolder)
    }
  }

  private func yamlFiles(in folder: FilePath) throws -> [FilePath] {
    try (project.entries(of: folder) ?? []).filter { entry in
      entry.kind == .file && !entry.name.string.hasPrefix(".")
        && ["yaml", "yml"].contains(entry.name.extension)
    }.map { folder.appending($0.name) }
  }

  // MARK: Files

  private func write(_ schema: JSONSchema, named name: String) throws -> FilePath {
    let path = Self.folder.appending("\(name).json")
    try save(try schema.text(), to: path)
    return path
  }

  /// Adds a comment with the schema to the start of a file; returns false if it is already there.
  private func name(_ schema: FilePath, in file: FilePath) throws -> Bool {
    guard !kept.contains(file), let bytes = try bytes(of: file) else { return false }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      context.console.note("note: \(file) is not UTF-8, and was not changed")
      return false
    }
    let named = EditorSchema.text(text, naming: EditorSchema.comment(for: file, schema: schema))
    guard named != text else { return false }
    try save(named, to: file)
    return true
  }

  private func bytes(of file: FilePath) throws -> [UInt8]? {
    do {
      return try project.bytes(of: file, upTo: Self.maximumBytes)
    } catch {
      throw CommandFailure(.failed, "\(file) cannot be read: \(error.reason)")
    }
  }

  private func save(_ text: String, to file: FilePath) throws {
    let path = project.absolute(file)
    do {
      let folder = path.removingLastComponent().string
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(Array(text.utf8)).write(to: URL(filePath: path.string), options: .atomic)
    } catch {
      throw CommandFailure(.failed, "\(file) cannot be written: \(error.reason)")
    }
  }
}
