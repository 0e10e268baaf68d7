package import SystemPackage
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file that stores a cache of summaries between runs.
///
/// ```swift
/// let file = SourceCacheFile(project.stateDirectory.appending("sources"))
/// var cache = file.load()
/// let index = try SourceIndex(of: files, cache: &cache, reader: reader)
/// try file.save(cache)
/// ```
package struct SourceCacheFile: Sendable {
  private let path: FilePath

  /// Creates an interface to the cache file at a path, which need not exist.
  package init(_ path: FilePath) { self.path = path }

  /// Loads the cache, or returns an empty cache if the file is missing or damaged.
  package func load() -> SourceCache {
    let bytes = (try? DiskFiles().bytes(of: path)) ?? nil
    return bytes.map { SourceCache(decoding: $0) } ?? SourceCache()
  }

  /// Saves a cache atomically if it has changed, creating the folder if necessary.
  ///
  /// - Throws: An error if the file cannot be written, in which case the next run parses everything
  ///   again.
  package func save(_ cache: SourceCache) throws {
    guard cache.hasChanged else { return }
    try StateFolder.make(above: path)
    try Data(try cache.encoded()).write(to: URL(filePath: path.string), options: .atomic)
    try StateFolder.restrict(path)
  }
}
