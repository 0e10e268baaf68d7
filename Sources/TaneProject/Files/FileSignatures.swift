public import SystemPackage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The signatures that detect changed files without reading them: their identities, sizes and times.
public struct FileSignatures: Sendable, Equatable {
  /// The files and folders that are looked at.
  public struct Places: Sendable {
    fileprivate enum Content { case fixtures, sources }
    fileprivate var roots: [(path: FilePath, content: Content)]
    fileprivate var excluded: Set<FilePath> = []

    /// The profiles, fixtures and mappings of a project, and the Swift sources that the mappings name.
    public init(of project: Project, _ mappings: Mappings) {
      roots = [
        (project.environmentsDirectory, .fixtures), (project.fixturesDirectory, .fixtures),
      ]
      roots += mappings.sources.map { (project.absolute($0.path), .sources) }
      excluded = Set(mappings.excluded.map { project.absolute($0.path) })
    }
  }

  /// A file that is saved by a rename has another inode, one that is written in place another time.
  fileprivate struct Signature: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let seconds: [Int]
  }

  private var signatures: [FilePath: Signature] = [:]
  /// The folders that were entered, so that a circle of links is left.
  private var entered: Set<Signature> = []

  /// The number of files.
  public var count: Int { signatures.count }

  /// Looks at the files below some places; what cannot be read counts as absent.
  public init(of places: Places) {
    for root in places.roots {
      entered = []
      look(at: root.path) { name, isFolder in
        switch root.content {
        case .fixtures: !FileName.isIgnored(name.string)
        case .sources: !name.string.hasPrefix(".") && (isFolder || name.extension == "swift")
        }
      } except: {
        places.excluded.contains($0)
      }
    }
  }

  /// Returns a text that another one replaces whenever a file is changed or replaced; empty for one that is empty or absent.
  package static func text(of path: FilePath) -> String {
    guard let status = try? path.stat(), status.size > 0 else { return "" }
    let signature = Signature(status)
    let numbers = [Int64(bitPattern: signature.inode), signature.size]
    return (numbers.map(String.init) + signature.seconds.map(String.init)).joined(separator: " ")
  }

  /// The files that came, went or changed since, sorted by their paths.
  public func changes(since earlier: FileSignatures) -> [FilePath] {
    let changed = signatures.filter { earlier.signatures[$0.key] != $0.value }.keys
    let gone = earlier.signatures.keys.filter { signatures[$0] == nil }
    return (changed + gone).sorted { $0.string < $1.string }
  }

  /// Returns true if both contain the same files, unchanged.
  public static func == (left: FileSignatures, right: FileSignatures) -> Bool {
    left.signatures == right.signatures
  }

  private mutating func look(
    at path: FilePath,
    including isIncluded: (_ name: FilePath.Component, _ isFolder: Bool) -> Bool,
    except isExcluded: (FilePath) -> Bool
  ) {
    guard !isExcluded(path), let status = try? path.stat() else { return }
    guard status.type == .directory else {
      guard path.lastComponent.map({ isIncluded($0, false) }) ?? false else { return }
      signatures[path] = Signature(status)
      return
    }
    guard entered.insert(Signature(folder: status)).inserted,
      let names = try? DiskFiles.names(in: path)
    else { return }
    for (name, _) in names where isIncluded(name, true) {
      look(at: path.appending(name), including: isIncluded, except: isExcluded)
    }
  }
}

extension FileSignatures.Signature {
  fileprivate init(_ status: Stat) {
    self.init(
      device: UInt64(truncatingIfNeeded: status.deviceID.rawValue),
      inode: UInt64(status.inode.rawValue),
      size: status.size,
      // The time of the entry changes with permissions, and where somebody sets the other one back.
      seconds: [
        status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
        status.st_ctim.tv_nsec,
      ]
    )
  }

  /// The identity of a folder.
  fileprivate init(folder status: Stat) {
    self.init(
      device: UInt64(truncatingIfNeeded: status.deviceID.rawValue),
      inode: UInt64(status.inode.rawValue),
      size: 0,
      seconds: []
    )
  }
}
