import Foundation
import SystemPackage
import TaneCore
import TaneFormats
import TaneProject

/// A reader of the documents in a file, or in all files of a folder.
struct DiffPathReader {
  /// The documents and the findings.
  struct Result: Sendable {
    /// The documents of each file that has no errors, keyed by the path of the node that the file
    /// describes (the root for a single file).
    var files: [TreePath: [Tree]] = [:]
    var findings: [Diagnostic] = []
    /// The number of files in a folder that are neither YAML nor JSON.
    var skippedCount = 0

    init() {}

    init(_ file: DiffFile) {
      let (documents, findings) = file.read()
      self.findings = findings
      files[.root] = documents
    }

    var isComplete: Bool { !findings.containsError }
  }

  private let files = DiskFiles()
  /// The project, if any; links that point outside the project are not read.
  private let project: Project?
  /// The tree of the files read so far, used to detect files that describe the same node.
  private var assembly = TreeAssembly()
  private var result = Result()
  /// The folders being read, from the outermost one, with links resolved.
  private var open: [FilePath] = []

  private init(in project: Project?) { self.project = project }

  /// Reads two files concurrently, or two folders; identical files are parsed only once.
  static func read(
    _ old: DiffPath,
    _ new: DiffPath,
    in project: Project?
  ) async -> (Result, Result) {
    guard old.kind != .folder, new.kind != .folder else {
      return (read(old, in: project), read(new, in: project))
    }
    async let oldBytes = DiffFile(old, in: project)
    async let newBytes = DiffFile(new, in: project)
    let (oldFile, newFile) = await (oldBytes, newBytes)
    if oldFile.isCopy(of: newFile), case let result = Result(oldFile), result.isComplete {
      return (result, result)
    }
    // Parsing takes most of the time, so two concurrent reads take little longer than one.
    async let oldResult = Result(oldFile)
    async let newResult = Result(newFile)
    return await (oldResult, newResult)
  }

  private static func read(_ operand: DiffPath, in project: Project?) -> Result {
    guard operand.kind == .folder else {
      return Result(DiffFile(operand, in: project))
    }
    var reader = DiffPathReader(in: project)
    reader.readFolder(operand.path, named: operand.name, at: [])
    return reader.result
  }

  private mutating func readFolder(_ folder: FilePath, named name: String, at keys: [String]) {
    do {
      try project?.checkLinks(of: folder)
      let canonical = try files.canonicalPath(of: folder) ?? folder
      guard !open.contains(canonical) else {
        return report(.unusableLink, "this link points to a folder that contains it", name)
      }
      open.append(canonical)
      defer { open.removeLast() }
      for entry in try files.entries(of: folder) ?? [] {
        // Skip hidden files and editor backups.
        guard !entry.name.hasPrefix("."), !entry.name.hasSuffix("~") else { continue }
        let path = folder.appending(entry.name)
        let shown = FilePath(name).appending(entry.name).string
        guard entry.isUTF8 else {
          report(.illegalFileName, "this name is not UTF-8; rename it", shown)
          continue
        }
        let kind = entry.kind == .link ? try files.kind(of: path) : entry.kind
        if kind == .folder {
          readFolder(path, named: shown, at: keys + [Self.key(of: entry.name)])
        } else {
          readFile(path, named: shown, at: keys)
        }
      }
    } catch {
      report(.unreadableFile, "this folder cannot be read: \(error.reason)", name)
    }
  }

  private mutating func readFile(_ file: FilePath, named name: String, at keys: [String]) {
    guard file.extension.flatMap(TreeFormat.init(fileExtension:)) != nil, let stem = file.stem
    else {
      return result.skippedCount += 1
    }
    guard let documents = documents(of: file, named: name) else { return }
    let path = TreePath(keys + [Self.key(of: stem)])
    guard let conflict = assembly.add(documents.first ?? .null, at: path) else {
      return result.files[path] = documents
    }
    result.findings.append(
      .error(
        .describedTwice,
        "the node \(path) is defined in two files; remove it from one of them",
        at: conflict.second.position ?? SourcePosition(file: name),
        notes: [Diagnostic.Note("it is also defined here", at: conflict.first.position)]
      )
    )
  }

  private mutating func documents(of file: FilePath, named name: String) -> [Tree]? {
    let read = DiffFile(at: file, named: name, in: project).read()
    result.findings += read.findings
    return read.documents
  }

  private mutating func report(_ code: DiagnosticCode, _ message: String, _ name: String) {
    result.findings.append(.error(code, message, at: SourcePosition(file: name)))
  }

  /// Returns the key for a file name, percent-decoded and in Unicode NFC, as in the fixtures of
  /// databases.
  static func key(of name: String) -> String {
    PercentEncoding.decode(name).precomposedStringWithCanonicalMapping
  }
}

extension DiffFile {
  /// Reads a file that the user named, which may be a pipe.
  fileprivate init(_ operand: DiffPath, in project: Project?) {
    self.init(
      at: operand.path,
      named: operand.name,
      in: project,
      mayBeStream: operand.kind == .other
    )
  }
}
