import SystemPackage
package import TaneCore
package import TaneProject

/// The Swift sources that a project's mappings list.
package struct SourceFiles: Sendable {
  /// The sources, ordered by path.
  package private(set) var files: [SwiftFile] = []
  /// The findings for unreadable files and folders.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Reads the sources that the mappings list, except for excluded or hidden files and folders.
  ///
  /// Links are not followed.
  package init(of mappings: Mappings, in project: Project) {
    var reader = SourceReader(project: project, excluded: Set(mappings.excluded.map(\.path)))
    for source in mappings.sources { reader.read(source.path) }
    files = reader.files.sorted { $0.name < $1.name }
    diagnostics = reader.diagnostics.sorted()
  }

  private struct SourceReader {
    /// The maximum size of a file: 64 MiB, more than the size of any hand-written file.
    private static let maximumBytes = 1 << 26

    let project: Project
    let excluded: Set<FilePath>
    var files: [SwiftFile] = []
    var diagnostics: [Diagnostic] = []
    private var visitedPaths: Set<FilePath> = []

    init(project: Project, excluded: Set<FilePath>) {
      self.project = project
      self.excluded = excluded
    }

    mutating func read(_ path: FilePath) {
      guard !excluded.contains(path), visitedPaths.insert(path).inserted else { return }
      do {
        if let entries = try project.entries(of: path) {
          for entry in entries where Self.isSource(entry) {
            let source = path.appending(entry.name)
            guard entry.isUTF8 else {
              report(.illegalFileName, "this name is not UTF-8; rename it", at: source)
              continue
            }
            read(source)
          }
        } else if let bytes = try project.bytes(of: path, upTo: Self.maximumBytes) {
          guard !Self.isUTF16(bytes) else {
            return report(
              .unreadableFile,
              "this Swift source is encoded in UTF-16; save it in UTF-8",
              at: path
            )
          }
          files.append(SwiftFile(name: path.string, bytes: bytes))
        }
      } catch {
        report(.unreadableFile, "this Swift source cannot be read: \(error.reason)", at: path)
      }
    }

    private mutating func report(_ code: DiagnosticCode, _ message: String, at path: FilePath) {
      diagnostics.append(.error(code, message, at: SourcePosition(file: path.string)))
    }

    /// Returns true if a file begins with the byte order mark of UTF-16.
    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
      bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    }

    private static func isSource(_ entry: FileEntry) -> Bool {
      guard !entry.name.hasPrefix(".") else { return false }
      return entry.kind == .folder || entry.kind == .file && entry.name.hasSuffix(".swift")
    }
  }
}
