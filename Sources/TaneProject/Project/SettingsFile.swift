import SystemPackage
import TaneCore
import TaneFormats

/// A parsed YAML file of settings, which is a map or empty.
struct SettingsFile {
  /// The settings: null for an empty file, or nil if the file is invalid.
  let tree: Tree?
  let diagnostics: [Diagnostic]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file, relative to the project.
  ///   - noun: The description of the file for messages, such as `a profile`.
  ///   - project: The project.
  init(at path: FilePath, describedAs noun: String, in project: Project) {
    (tree, diagnostics) = Self.read(path, noun, in: project)
  }

  private static func read(
    _ path: FilePath,
    _ noun: String,
    in project: Project
  ) -> (Tree?, [Diagnostic]) {
    let shown = path.string
    let place = SourcePosition(file: shown)
    do {
      guard let file = try project.place(of: path) else {
        return (nil, [.error(.unusableLink, "this link is broken", at: place)])
      }
      if try project.files.kind(of: file) == .folder {
        let message = "\"\(shown)\" is a folder; expected \(noun)"
        return (nil, [.error(.notAFile, message, at: place)])
      }
      guard let result = try project.files.readTree(of: file, named: shown, as: .yaml) else {
        return (nil, [.error(.unusableLink, "this link is broken", at: place)])
      }
      guard let tree = result.tree else { return (nil, result.diagnostics) }
      guard tree.kind == .map || tree.isNull else {
        let message = "expected a map of settings, found \(tree.kind.withArticle)"
        return (nil, result.diagnostics + [.error(.wrongType, message, at: tree.position)])
      }
      return (tree, result.diagnostics)
    } catch {
      return (nil, [.unreadable(shown, error)])
    }
  }
}
