package import SystemPackage
import TaneCore
import TaneFormats

/// The initial files of a new project.
package struct SetupFiles: Sendable {
  package struct File: Sendable {
    /// The path in the project.
    package let path: FilePath
    /// The content of the file, or the text to append to it.
    package let text: String
    /// A Boolean value indicating whether the file exists; an existing file is not changed unless
    /// the text is an addition.
    package let exists: Bool
    /// A Boolean value indicating whether the text is appended to existing content.
    package let isAddition: Bool
  }

  /// The files, including existing ones.
  package let files: [File]
  /// A Boolean value indicating whether the first set already has fixtures.
  package let hasFixtures: Bool
  /// A Boolean value indicating whether the project already has JSON Schemas for editors.
  package let hasEditorSchemas: Bool

  /// Determines the initial files of a project, and which of them exist.
  ///
  /// - Parameters:
  ///   - environments: The environments.
  ///   - sources: The folders of the app's models.
  ///   - hasExport: True if the first fixtures come from an export instead of examples.
  ///   - action: The repository with Tane's action and its version, as in `OWNER/tane@main`, or nil
  ///     to create no workflow.
  ///   - project: The project.
  package init(
    _ environments: SetupEnvironments,
    sources: [String],
    hasExport: Bool,
    action: String? = nil,
    in project: Project
  ) {
    func exists(_ path: String) -> Bool {
      (try? project.files.kind(of: project.absolute(FilePath(path)))) ?? nil != nil
    }
    func file(_ path: String, _ text: String) -> File {
      // A profile may exist with the other extension.
      let other = path.hasSuffix(".yaml") ? String(path.dropLast(4)) + "yml" : path
      let taken = exists(other) && !exists(path) ? other : path
      return File(path: FilePath(taken), text: text, exists: exists(taken), isAddition: false)
    }
    var files = environments.environments.map {
      file("\(Project.environments)/\($0.name).yaml", $0.text)
    }
    hasEditorSchemas = exists("\(Project.fixtures)/.schemas")
    let set = FilePath("\(Project.fixtures)/base")
    hasFixtures = (try? project.files.entries(of: project.absolute(set)))??.isEmpty == false
    if !hasFixtures, !hasExport {
      files += Self.examples(of: environments).map { file("\(Project.fixtures)/base/\($0)", $1) }
    }
    files.append(
      file("\(Project.fixtures)/mappings.yaml", Self.mappings(sources, environments.mappings))
    )
    if let action { files.append(file(".github/workflows/tane.yml", Self.workflow(action))) }
    files.append(Self.gitignoreFile(in: project))
    self.files = files
  }

  /// The files to write.
  package var missing: [File] { files.filter { !$0.exists || $0.isAddition } }

  private static func examples(
    of environments: SetupEnvironments
  ) -> [(path: String, text: String)] {
    let locations = environments.environments[0].locations
    let examples = ServiceDeclarations.all.filter { environments.kinds.contains($0.kind) }
      .compactMap { $0.exampleFixture(for: locations[$0.kind]?.keys.sorted() ?? []) }
    return examples.isEmpty ? [("README.md", "The fixtures of the app.\n")] : examples
  }

  private static func mappings(_ sources: [String], _ mappings: [String: String]) -> String {
    let lines = mappings.sorted { $0.key < $1.key }.map { "  \($0.key): \(flowScalar($0.value))\n" }
    return """
      # The Swift types of nodes, and the folders of their sources.
      sources: [\(sources.map(flowScalar).joined(separator: ", "))]

      """ + (lines.isEmpty ? "" : "mappings:\n" + lines.joined())
  }

  /// Returns a GitHub Actions workflow that checks the project in pull requests.
  private static func workflow(_ action: String) -> String {
    let parts = action.split(separator: "@", maxSplits: 1)
    return """
      name: Tane
      on: [pull_request]
      permissions:
        contents: read
      jobs:
        check:
          runs-on: ubuntu-latest
          steps:
            - uses: actions/checkout@v4
            - uses: \(parts.joined(separator: "/.github/actions/tane@"))
            - run: tane check --reporter github

      """
  }

  /// Returns a string for a YAML flow list, quoted if it contains special characters.
  private static func flowScalar(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "._/+".unicodeScalars.contains($0)
    }
    guard !isPlain,
      let quoted = try? JSONWriter(.compact, escapesControls: true).write(Tree(.string(text)))
    else {
      return text
    }
    return quoted
  }

  /// Throws an error if links would place new files outside of the project.
  package func checkPlaces(in project: Project) throws(FileError) {
    for path in missing.map(\.path) + [FilePath(Project.fixtures)] {
      try project.checkIsInside(path)
    }
  }

  /// Returns the `.gitignore` file, with a line that ignores local state.
  private static func gitignoreFile(in project: Project) -> File {
    let path = FilePath(".gitignore")
    let place = project.absolute(path)
    let isTaken = (try? project.files.kind(of: place)) != .some(nil)
    let bytes = (try? project.files.bytes(of: place)) ?? nil
    let text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }
    let isThere = lines.contains { [".tane", ".tane/", "/.tane", "/.tane/"].contains($0) }
    let start = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
    return File(
      path: path,
      text: start + "\(StateFolder.name)/\n",
      exists: isTaken,
      isAddition: bytes != nil && !isThere
    )
  }
}
