import SystemPackage
import TaneCore
import TaneFormats
import TaneProject

/// The unparsed content of a file to compare.
struct DiffFile: Sendable {
  /// The maximum number of bytes read from a pipe: 256 MiB.
  private static let maximumStreamedBytes = 1 << 28

  private let name: String
  private let fileExtension: String?
  private let bytes: [UInt8]?
  private let problem: Diagnostic?

  /// Reads a file, unless it is too large to parse or a link points outside the project.
  init(at path: FilePath, named name: String, in project: Project?, mayBeStream: Bool = false) {
    self.name = name
    fileExtension = path.extension
    do {
      (bytes, problem) = try Self.load(
        path,
        named: name,
        in: project,
        DiskFiles(readingStreamsUpTo: mayBeStream ? Self.maximumStreamedBytes : nil)
      )
    } catch {
      let message = "this file cannot be read: \(error.reason)"
      (bytes, problem) = (nil, .error(.unreadableFile, message, at: SourcePosition(file: name)))
    }
  }

  private static func load(
    _ path: FilePath,
    named name: String,
    in project: Project?,
    _ files: DiskFiles
  ) throws(FileError) -> ([UInt8]?, Diagnostic?) {
    try project?.checkLinks(of: path)
    if let finding = try files.byteCount(of: path).flatMap({
      TreeParser.finding(aboutByteCount: $0, named: name)
    }) {
      return (nil, finding)
    }
    guard let bytes = try files.bytes(of: path) else {
      let message = "no such file or folder"
      return (nil, .error(.unreadableFile, message, at: SourcePosition(file: name)))
    }
    return (bytes, nil)
  }

  /// Returns true if both files have the same bytes and the same file extension.
  func isCopy(of other: DiffFile) -> Bool {
    bytes != nil && fileExtension == other.fileExtension && bytes == other.bytes
  }

  /// Parses the documents in the format that the file extension indicates, or else in a format
  /// detected from the content; the documents are nil if the file has errors.
  func read() -> (documents: [Tree]?, findings: [Diagnostic]) {
    guard let bytes else { return (nil, problem.map { [$0] } ?? []) }
    let format = fileExtension.flatMap(TreeFormat.init(fileExtension:))
    let isBracket = bytes.first { $0 > 0x20 }.map { "{[".utf8.contains($0) } ?? false
    if format == .json || format == nil && isBracket {
      let json = TreeParser.parse(bytes, named: name, as: .json)
      if format == .json || json.tree != nil {
        return (json.tree.map { [$0] }, json.diagnostics)
      }
    }
    let yaml = YAMLReader().readDocuments(bytes, named: name)
    return (yaml.tree.map { Array($0.children) }, yaml.diagnostics)
  }
}
