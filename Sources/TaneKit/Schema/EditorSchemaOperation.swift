package import SystemPackage
import TaneCore
import TaneFormats
import TaneProject
import TaneSwiftSource

/// An operation that writes JSON Schemas for editors, and adds comments that refer to them to the
/// YAML files.
package struct EditorSchemaOperation {
  /// The folder of the schemas in the project, hidden so that it is not treated as a fixture set.
  package static let folder = FilePath("\(Project.fixtures)/.schemas")
  private static let maximumBytes = 1 << 26

  private let context: CheckContext
  /// The files that must not be changed.
  private let kept: Set<FilePath>

  private var project: Project { context.project }

  /// Creates the operation; nothing is written before `run`.
  package init(in context: CheckContext, keeping kept: Set<FilePath> = []) {
    (self.context, self.kept) = (context, kept)
  }

  /// Writes the schemas, and returns their number, the files with a comment, and the number of
  /// files that were changed; throws an `OperationFailure` if a file or the Swift sources cannot be
  /// read.
  package func run() throws -> (schemaCount: Int, files: [FilePath], changedCount: Int) {
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
      // Without rules, no sources have to be parsed.
      if !mappings.rules.isEmpty { files += try writeFixtureSchemas() }
    }
    var changed = 0
    for (file, schema) in files where try addComment(naming: schema, to: file) { changed += 1 }
    return (Set(files.map(\.schema)).count, files.map(\.file), changed)
  }

  // MARK: Fixtures

  /// Writes a schema for each mapping whose nodes have separate files, and returns the files with
  /// their schemas.
  private func writeFixtureSchemas() throws -> [(file: FilePath, schema: FilePath)] {
    let types = try MappedTypes(in: context)
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

  /// Returns the YAML files, in any set, whose content is a single node that a rule matches.
  private func fixtures(of rule: MappingRule) throws -> [FilePath] {
    let steps = rule.pattern.pattern.description.split(separator: "/").map(String.init)
    guard !steps.isEmpty else { return [] }
    var files: [FilePath] = []
    for set in try project.entries(of: FilePath(Project.fixtures)) ?? [] {
      guard set.kind == .folder, !set.name.hasPrefix(".") else { continue }
      let folder = FilePath(Project.fixtures).appending(set.name)
      var folders = [
        rule.isForDocuments
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
      guard isFolder || TreeFormat(ofFile: entry.name) == .yaml else { return nil }
      let stem = isFolder ? entry.name : TreeFormat.stem(of: entry.name)
      guard !stem.hasPrefix("."), step == "*" || stem == step else { return nil }
      return Child(path: folder.appending(entry.name), isFolder: isFolder)
    }
  }

  private func yamlFiles(in folder: FilePath) throws -> [FilePath] {
    try (project.entries(of: folder) ?? []).filter { entry in
      entry.kind == .file && !entry.name.hasPrefix(".")
        && TreeFormat(ofFile: entry.name) == .yaml
    }.map { folder.appending($0.name) }
  }

  // MARK: Files

  private func write(_ schema: JSONSchema, named name: String) throws -> FilePath {
    let path = Self.folder.appending("\(name).json")
    try project.save(try schema.text(), to: path)
    return path
  }

  /// Adds a comment with the path of the schema to a file; returns false if the file is unchanged.
  private func addComment(naming schema: FilePath, to file: FilePath) throws -> Bool {
    guard !kept.contains(file), let bytes = try bytes(of: file) else { return false }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      context.reporter.note("note: \(file) is not UTF-8, and was not changed")
      return false
    }
    let named = EditorSchema.text(text, naming: EditorSchema.comment(for: file, schema: schema))
    guard named != text else { return false }
    try project.save(named, to: file)
    return true
  }

  private func bytes(of file: FilePath) throws -> [UInt8]? {
    do {
      return try project.bytes(of: file, upTo: Self.maximumBytes)
    } catch {
      throw OperationFailure(.failed, "\(file) cannot be read: \(error.reason)")
    }
  }
}
