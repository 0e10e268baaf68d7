import SystemPackage
import TaneCore
import TaneFormats

/// Reads what fixture sets hold for the services of a kind, and lays the sets over each other.
protocol FixtureReader {
  var project: Project { get }
  /// What was found.
  var diagnostics: [Diagnostic] { get set }
  /// The number of files read.
  var fileCount: Int { get set }

  /// Reads the kind's part of a set; sets come in their order, later over earlier.
  mutating func read(_ entry: FileListing.Entry, of set: String)

  /// What all sets together say of the services.
  mutating func layered() -> [ServiceFixtures]
}

extension FixtureReader {
  /// The tree of a file; nil where there is none to go on with.
  mutating func tree(of entry: FileListing.Entry, as format: TreeFormat) -> Tree? {
    do {
      let result = try project.files.readTree(
        of: project.absolute(entry.path),
        named: entry.path.string,
        as: format
      )
      guard let result else {
        report(.unreadableFile, "this file went away", at: entry)
        return nil
      }
      fileCount += 1
      diagnostics += result.diagnostics
      return result.tree
    } catch {
      diagnostics.append(.unreadable(entry.path.string, error))
      return nil
    }
  }

  mutating func report(
    _ code: DiagnosticCode,
    _ message: String,
    at entry: FileListing.Entry,
    besides other: SourcePosition? = nil
  ) {
    let notes = other.map { [Diagnostic.Note("the other one", at: $0)] } ?? []
    diagnostics.append(.error(code, message, at: entry.place, notes: notes))
  }

  /// Reports a folder by the name of a file of a tree.
  mutating func reportFolder(_ entry: FileListing.Entry) {
    report(
      .notAFile,
      "\"\(entry.name.escapingControls)\" is a folder, and by its name should be a file; call the"
        + " folder \"\(TreeFormat.stem(of: entry.name).escapingControls)\"",
      at: entry
    )
  }

  /// Reports a file that is none of a tree.
  mutating func reportNoTree(_ entry: FileListing.Entry, of owner: String) {
    guard !FileName.isForPeople(entry.name) else { return }
    report(
      .unexpectedFile,
      "\"\(entry.name.escapingControls)\" is not a fixture: the files of \(owner) end in .yaml,"
        + " .yml or .json",
      at: entry
    )
  }
}

extension TreeFormat {
  /// The format of the file of a name; nil where it is none of a tree.
  init?(ofFile name: String) {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(fileExtension: String(name[name.index(after: dot)...]))
  }

  /// The name of a file without its extension.
  static func stem(of name: String) -> String {
    String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
  }
}
