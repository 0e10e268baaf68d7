public import SystemPackage
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The file that keeps a cache of summaries from one run to the next.
///
/// ```swift
/// let file = SourceCacheFile(project.stateDirectory.appending("sources"))
/// var cache = file.load()
/// let index = try SourceIndex(of: files, cache: &cache, reader: reader)
/// try file.save(cache)
/// ```
public struct SourceCacheFile: Sendable {
  private let path: FilePath

  /// Creates the port to a file, which need not be there.
  public init(_ path: FilePath) { self.path = path }

  /// The cache that was saved; an empty one where none was, or where it is damaged.
  public func load() -> SourceCache {
    let bytes = (try? DiskFiles().bytes(of: path)) ?? nil
    return bytes.map { SourceCache(decoding: $0) } ?? SourceCache()
  }

  /// Saves a cache if it has changed: all of it or nothing, the file's folder made where it lacks.
  ///
  /// - Throws: The reason where the file cannot be written. The next run reads everything again then.
  public func save(_ cache: SourceCache) throws {
    guard cache.hasChanged else { return }
    try StateFolder.make(above: path)
    try Data(try cache.encoded()).write(to: URL(filePath: path.string), options: .atomic)
    try StateFolder.restrict(path)
  }
}
