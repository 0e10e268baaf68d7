import SystemPackage
import Synchronization
import TaneCore
import TaneFormats

/// A cache of file contents that are reused while the files are unchanged.
package final class FileCache: Sendable {
  private struct TreeKey: Hashable {
    let file: FilePath
    let name: String
    let format: TreeFormat
    let expressions: [String]
  }

  private struct Contents {
    var trees: [TreeKey: (signature: String, result: ReadResult)] = [:]
    var digests: [FilePath: (signature: String, digest: BlobDigest)] = [:]
  }

  private let contents = Mutex(Contents())

  package init() {}

  /// Returns the parsed tree of a file; reads the file if it has changed.
  func tree(
    of file: FilePath,
    named name: String,
    as format: TreeFormat,
    keeping expressions: [String],
    reading: () throws(FileError) -> ReadResult?
  ) throws(FileError) -> ReadResult? {
    // The signature is read before the file, so a change during reading causes another read.
    let signature = FileSignatures.text(of: file)
    let key = TreeKey(file: file, name: name, format: format, expressions: expressions)
    if let known = contents.withLock({ $0.trees[key] }), known.signature == signature {
      return known.result
    }
    let result = try reading()
    contents.withLock { $0.trees[key] = result.map { (signature, $0) } }
    return result
  }

  /// Returns the digest of a file's bytes; reads the file if it has changed.
  func digest(
    of file: FilePath,
    reading: () throws(FileError) -> BlobDigest?
  ) throws(FileError) -> BlobDigest? {
    let signature = FileSignatures.text(of: file)
    if let known = contents.withLock({ $0.digests[file] }), known.signature == signature {
      return known.digest
    }
    let digest = try reading()
    contents.withLock { $0.digests[file] = digest.map { (signature, $0) } }
    return digest
  }
}
