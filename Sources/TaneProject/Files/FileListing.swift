import SystemPackage
import TaneCore

/// The entries of a project folder, with links resolved and without hidden files, backups and
/// documentation.
struct FileListing {
  /// A file, or a folder whose entries are not listed.
  struct Entry {
    /// The path relative to the project.
    let path: FilePath
    /// The names of the folders between the listed folder and the entry, and the entry's own name.
    let names: [String]
    let isFolder: Bool

    /// The position of findings about the file as a whole.
    var place: SourcePosition { SourcePosition(file: path.string) }

    /// The entry's own name.
    var name: String { names.last ?? "" }
  }

  private let project: Project
  private let shouldEnter: ([String]) -> Bool
  private let canonicalRoot: FilePath?
  /// The current folder and its ancestors up to the listed folder, with links resolved.
  private var folderStack: [FilePath] = []

  /// The entries, with files before folders, and otherwise in the byte order of their names.
  private(set) var entries: [Entry] = []
  /// The findings for unusable entries.
  private(set) var diagnostics: [Diagnostic] = []

  /// Lists a folder whose path is relative to the project.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - project: The project.
  ///   - shouldEnter: A closure that returns true for a subfolder to list, given the names on its
  ///     path below the listed folder.
  init(of folder: FilePath, in project: Project, entering shouldEnter: @escaping ([String]) -> Bool)
  {
    self.project = project
    self.shouldEnter = shouldEnter
    canonicalRoot = (try? project.files.canonicalPath(of: project.root)) ?? nil
    list(folder, []) { [project] () throws(FileError) in try project.place(of: folder) }
  }

  /// Lists a folder, given a closure that returns the folder's path with links resolved.
  private mutating func list(
    _ folder: FilePath,
    _ names: [String],
    at place: () throws(FileError) -> FilePath?
  ) {
    do {
      guard let place = try place(), let found = try project.files.entries(of: place) else {
        return
      }
      folderStack.append(place)
      let usable = found.compactMap { item in
        self.entry(for: item, in: folder, names).map { (item, $0) }
      }.filter { _, entry in entry.isFolder || !FileName.isDocumentation(entry.name) }
      entries += usable.map(\.1).filter { !$0.isFolder }
      for (item, entry) in usable where entry.isFolder {
        guard shouldEnter(entry.names) else {
          entries.append(entry)
          continue
        }
        list(entry.path, entry.names) { [project] () throws(FileError) in
          item.kind == .link ? try project.place(of: entry.path) : place.appending(item.name)
        }
      }
      folderStack.removeLast()
    } catch {
      diagnostics.append(.unreadable(folder.string, error, "folder"))
    }
  }

  private mutating func entry(
    for entry: FileEntry,
    in folder: FilePath,
    _ names: [String]
  ) -> Entry? {
    guard !FileName.isIgnored(entry.name) else { return nil }
    let (name, path) = (entry.name, folder.appending(entry.name))
    guard entry.isUTF8 else {
      report(.illegalFileName, "this name is not UTF-8; rename it", at: path)
      return nil
    }
    switch entry.kind {
    case .file: return Entry(path: path, names: names + [name], isFolder: false)
    case .folder: return Entry(path: path, names: names + [name], isFolder: true)
    case .link: return resolveLink(path, names + [name])
    case .other:
      report(.unexpectedFile, "this is neither a file nor a folder; remove it", at: path)
      return nil
    }
  }

  private mutating func resolveLink(_ path: FilePath, _ names: [String]) -> Entry? {
    let absolute = project.absolute(path)
    do {
      guard let target = try project.files.canonicalPath(of: absolute),
        let kind = try project.files.kind(of: target)
      else {
        report(.unusableLink, "this link is broken", at: path)
        return nil
      }
      guard let canonicalRoot, target.isWithin(canonicalRoot) else {
        report(
          .unusableLink,
          "this link points outside the project, to \(target.string); replace it with a copy of "
            + "its target",
          at: path
        )
        return nil
      }
      guard kind != .folder || !folderStack.contains(where: { $0.isWithin(target) }) else {
        report(.unusableLink, "this link points to a folder that contains it", at: path)
        return nil
      }
      return Entry(path: path, names: names, isFolder: kind == .folder)
    } catch {
      report(.unusableLink, "this link cannot be resolved: \(error.reason)", at: path)
      return nil
    }
  }

  private mutating func report(_ code: DiagnosticCode, _ message: String, at path: FilePath) {
    diagnostics.append(.error(code, message, at: SourcePosition(file: path.string)))
  }
}
