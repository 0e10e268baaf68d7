import SystemPackage
import TaneCore
import TaneFormats

/// A reader that reads and overlays the files of fixture sets for one kind of service.
protocol FixtureReader {
  var source: FixtureSource { get }
  var diagnostics: [Diagnostic] { get set }
  var fileCount: Int { get set }
  /// A Boolean value indicating whether tags can control the merge with values of earlier sets.
  var allowsLayerTags: Bool { get }

  /// Reads the kind's file or folder in a set; later sets override the sets read earlier.
  mutating func read(_ entry: FileListing.Entry, of set: String)

  /// Adds the overlaid content of all sets to the targets of references.
  func addTargets(to targets: inout FixtureReferences.Targets)

  /// Returns the overlaid fixtures of all sets for each service of the kind.
  ///
  /// - Parameter references: The resolver for references in the trees, or nil if the trees contain
  ///   no references.
  /// - Returns: The fixtures of the kind's services.
  mutating func layeredFixtures(_ references: inout FixtureReferences?) -> [ServiceFixtures]
}

/// The parsed content of a file, nil if the file does not exist, or the error from reading the
/// file.
typealias ParsedFile = Result<ReadResult?, FileError>

extension FixtureReader {
  var project: Project { source.project }
  var allowsLayerTags: Bool { true }

  /// Parses files on all cores, and returns their content by path.
  func parse(_ files: [(entry: FileListing.Entry, format: TreeFormat)]) -> [FilePath: ParsedFile] {
    let (project, tagNames) = (project, source.evaluator.settings.tagNames)
    WorkCounter.expect(files.count, .files)
    let parsed = files.parallelMap { entry, format in
      defer { WorkCounter.add(1, .files) }
      return ParsedFile { () throws(FileError) in
        try project.files.readTree(
          of: project.absolute(entry.path),
          named: entry.path.string,
          as: format,
          keeping: tagNames
        )
      }
    }
    return Dictionary(zip(files.map(\.entry.path), parsed)) { first, _ in first }
  }

  /// Returns the tree of a file with all tags evaluated except references and layer tags, or nil if
  /// the file is unusable.
  ///
  /// - Parameters:
  ///   - entry: The file.
  ///   - format: The format of the file.
  ///   - address: The address of the tree's root.
  ///   - parsed: The content of the file if it is already parsed.
  /// - Returns: The evaluated tree.
  mutating func tree(
    of entry: FileListing.Entry,
    as format: TreeFormat,
    at address: Address,
    parsed: ParsedFile? = nil
  ) -> Tree? {
    do {
      let parsed = parsed ?? parse([(entry, format)])[entry.path]
      guard let result = try parsed?.get() else {
        report(.unreadableFile, "this file was removed while it was being read", at: entry)
        return nil
      }
      fileCount += 1
      diagnostics += result.diagnostics
      guard let tree = result.tree, result.hasKeptTags else { return result.tree }
      let evaluated = source.evaluator.evaluate(
        tree,
        at: address,
        usingTimestamps: address.service == Address.firestore,
        allowingLayerTags: allowsLayerTags
      )
      diagnostics += evaluated.findings
      return evaluated.tree
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

  /// Reports a folder with the name of a YAML or JSON file.
  mutating func reportFolder(_ entry: FileListing.Entry) {
    report(
      .notAFile,
      "\"\(entry.name.escapingControls)\" is a folder with the name of a file; rename it to "
        + "\"\(TreeFormat.stem(of: entry.name).escapingControls)\"",
      at: entry
    )
  }

  /// Reports a file that is neither YAML nor JSON.
  mutating func reportUnexpectedFile(_ entry: FileListing.Entry, of owner: String) {
    report(
      .unexpectedFile,
      "\"\(entry.name.escapingControls)\" is not a fixture: the files of \(owner) end in .yaml,"
        + " .yml or .json",
      at: entry
    )
  }
}

extension TreeFormat {
  /// Creates the format that the extension of a file's name indicates, or returns nil if it is
  /// neither YAML nor JSON.
  package init?(ofFile name: String) {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(fileExtension: String(name[name.index(after: dot)...]))
  }

  /// Returns the name of a file without its extension.
  package static func stem(of name: String) -> String {
    String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
  }
}
