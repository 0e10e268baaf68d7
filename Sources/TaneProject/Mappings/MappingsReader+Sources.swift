import SystemPackage
import TaneCore

// Reads the files and folders with Swift sources.
extension MappingsReader {
  mutating func readSources(_ tree: Tree?) -> [Mappings.Source] {
    var sources: [Mappings.Source] = []
    for source in readPaths(tree, "sources") {
      if let problem = problem(with: source) {
        report(problem)
      } else if sources.contains(where: { $0.path == source.path }) {
        report(
          .duplicateName,
          "the source \"\(source.path.string)\" is listed twice",
          at: source.position
        )
      } else {
        sources.append(source)
      }
    }
    return sources
  }

  /// Reads the excluded paths; a missing path, such as the path of a generated file, is reported
  /// only if it is similar to an existing path.
  mutating func readExcluded(_ tree: Tree?) -> [Mappings.Source] {
    let excluded = readPaths(tree, "exclude")
    for source in excluded
    where (try? project.files.kind(of: project.absolute(source.path))) == nil {
      let suggestion = suggestion(for: source.path)
      if !suggestion.isEmpty { report(missing(source, .warning, suggestion)) }
    }
    return excluded
  }

  private func missing(
    _ source: Mappings.Source,
    _ severity: Diagnostic.Severity,
    _ suggestion: String
  ) -> Diagnostic {
    Diagnostic(
      severity,
      .missingSource,
      "the project has no file or folder \"\(source.path.string.escapingControls)\"\(suggestion)",
      at: source.position
    )
  }

  private mutating func readPaths(_ tree: Tree?, _ setting: String) -> [Mappings.Source] {
    let elements = elements(of: tree, setting, expected: "a list of folders and files")
    return elements.enumerated().compactMap { index, element in
      guard let text = text(element, "\(setting).\(index)"),
        let path = path(text, at: element.position)
      else { return nil }
      return Mappings.Source(path: path, position: element.position)
    }
  }

  private mutating func path(_ text: String, at position: SourcePosition?) -> FilePath? {
    let path = FilePath(text).lexicallyNormalized()
    guard let problem = Self.problem(with: path, text) else { return path }
    report(
      .invalidValue,
      "\"\(text.escapingControls)\" \(problem): expected a folder or a file of the project, such "
        + "as Sources/Models; a folder includes everything below it",
      at: position
    )
    return nil
  }

  private static func problem(with path: FilePath, _ text: String) -> String? {
    if path.isAbsolute { return "is an absolute path" }
    if path.components.first?.kind == .parentDirectory { return "points outside the project" }
    return text.contains("*") ? "has a *, which is not a wildcard here" : nil
  }

  private func problem(with source: Mappings.Source) -> Diagnostic? {
    let shown = source.path.string.escapingControls
    do {
      switch try project.place(of: source.path).flatMap(project.files.kind) {
      case .folder: return nil
      case .file where source.path.extension == "swift": return nil
      case nil:
        return missing(source, .error, suggestion(for: source.path))
      case .file?, .link?, .other?:
        return .error(
          .invalidValue,
          "\"\(shown)\" is not a Swift source: expected a folder or a file that ends in .swift",
          at: source.position
        )
      }
    } catch {
      return .error(
        .unreadableFile,
        "\"\(shown)\" cannot be read: \(error.reason)",
        at: source.position
      )
    }
  }

  /// Returns a suggestion in which the path's first missing name is replaced by the most similar
  /// existing name, or an empty string if no name is similar.
  private func suggestion(for path: FilePath) -> String {
    var folder = FilePath()
    for (index, name) in path.components.enumerated() {
      let entries = (try? project.files.entries(of: project.absolute(folder))) ?? nil
      guard let entries else { return "" }
      if !entries.contains(where: { $0.name == name.string }) {
        let names = entries.map(\.name).filter { !FileName.isIgnored($0) }
        guard let nearest = Suggestion.nearest(to: name.string, among: names) else { return "" }
        let meant = folder.appending(nearest).appending(path.components.dropFirst(index + 1))
        return "; did you mean \"\(meant.string)\"?"
      }
      folder.append(name)
    }
    return ""
  }
}
