package import SystemPackage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The signatures of files (identities, sizes and times), which reveal changes without reading the
/// files.
package struct FileSignatures: Sendable, Equatable {
  /// The files and folders to observe.
  package struct WatchedPaths: Sendable {
    fileprivate enum Content { case fixtures, sources }
    fileprivate var roots: [(path: FilePath, content: Content)]
    fileprivate var excluded: Set<FilePath> = []

    /// Collects the locations of a project's profiles, fixtures and mappings, and of the Swift
    /// sources that the mappings specify.
    package init(of project: Project, _ mappings: Mappings) {
      roots = [
        (project.environmentsDirectory, .fixtures), (project.fixturesDirectory, .fixtures),
      ]
      roots += mappings.sources.map { (project.absolute($0.path), .sources) }
      excluded = Set(mappings.excluded.map { project.absolute($0.path) })
    }
  }

  /// A signature of a file: replacing the file by renaming changes the inode, and writing in place
  /// changes the times.
  fileprivate struct Signature: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let modified: Time
    let changed: Time
  }

  fileprivate struct Time: Sendable, Hashable {
    var seconds = 0
    var nanoseconds = 0
  }

  private var signatures: [FilePath: Signature] = [:]
  /// The folders that were visited, to detect cycles of links.
  private var entered: Set<Signature> = []

  /// The number of files.
  package var count: Int { signatures.count }

  /// Reads the signatures of files; unreadable items count as absent.
  package init(of places: WatchedPaths) {
    for root in places.roots {
      entered = []
      collectSignatures(at: root.path) { name, isFolder in
        switch root.content {
        case .fixtures: !FileName.isIgnored(name)
        case .sources: !name.hasPrefix(".") && (isFolder || name.hasSuffix(".swift"))
        }
      } except: {
        places.excluded.contains($0)
      }
    }
  }

  /// Returns a string that changes whenever a file is changed or replaced, or an empty string for
  /// an empty or missing file.
  package static func text(of path: FilePath) -> String {
    guard let status = try? path.stat(), status.size > 0 else { return "" }
    let signature = Signature(status)
    let times = [signature.modified, signature.changed].flatMap { [$0.seconds, $0.nanoseconds] }
    let numbers = [Int64(bitPattern: signature.inode), signature.size] + times.map(Int64.init)
    return numbers.map(String.init).joined(separator: " ")
  }

  /// Returns the files that were added, removed or changed, sorted by path.
  package func changes(since earlier: FileSignatures) -> [FilePath] {
    let changed = signatures.filter { earlier.signatures[$0.key] != $0.value }.keys
    let gone = earlier.signatures.keys.filter { signatures[$0] == nil }
    return (changed + gone).sorted { $0.string < $1.string }
  }

  /// Returns true if both contain the same files with equal signatures.
  package static func == (left: FileSignatures, right: FileSignatures) -> Bool {
    left.signatures == right.signatures
  }

  private mutating func collectSignatures(
    at path: FilePath,
    including isIncluded: (_ name: String, _ isFolder: Bool) -> Bool,
    except isExcluded: (FilePath) -> Bool
  ) {
    guard !isExcluded(path), let status = try? path.stat() else { return }
    guard status.type == .directory else {
      guard path.lastComponent.map({ isIncluded($0.string, false) }) ?? false else { return }
      signatures[path] = Signature(status)
      return
    }
    guard entered.insert(Signature(folder: status)).inserted,
      let names = try? DiskFiles.names(in: path)
    else { return }
    for (name, _, _) in names where isIncluded(name, true) {
      collectSignatures(at: path.appending(name), including: isIncluded, except: isExcluded)
    }
  }
}

extension FileSignatures.Signature {
  fileprivate init(_ status: Stat) {
    self.init(
      device: UInt64(truncatingIfNeeded: status.deviceID.rawValue),
      inode: UInt64(status.inode.rawValue),
      size: status.size,
      modified: .init(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec),
      // Programs can reset the modification time, but not the status change time.
      changed: .init(seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
    )
  }

  /// Creates the signature of a folder, without its size and times.
  fileprivate init(folder status: Stat) {
    self.init(
      device: UInt64(truncatingIfNeeded: status.deviceID.rawValue),
      inode: UInt64(status.inode.rawValue),
      size: 0,
      modified: .init(),
      changed: .init()
    )
  }
}
