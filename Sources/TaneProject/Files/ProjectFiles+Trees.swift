package import SystemPackage
package import TaneCore
package import TaneFormats

extension ProjectFiles {
  package var read: FileCache? { nil }

  /// Parses the tree of a file, or returns nil if the file does not exist.
  ///
  /// A file that is too large is rejected before it is read.
  package func readTree(
    of file: FilePath,
    named name: String,
    as format: TreeFormat,
    keeping expressions: [String] = []
  ) throws(FileError) -> ReadResult? {
    func readTree() throws(FileError) -> ReadResult? {
      guard let count = try byteCount(of: file) else { return nil }
      if let finding = TreeParser.finding(aboutByteCount: count, named: name) {
        return ReadResult(tree: nil, diagnostics: [finding])
      }
      return try bytes(of: file).map {
        TreeParser.parse($0, named: name, as: format, keeping: expressions)
      }
    }
    guard let read else { return try readTree() }
    return try read.tree(of: file, named: name, as: format, keeping: expressions, reading: readTree)
  }

  /// Returns the digest of a file's bytes, or nil if the file does not exist.
  package func digest(of file: FilePath) throws(FileError) -> BlobDigest? {
    func readDigest() throws(FileError) -> BlobDigest? {
      var checksum = CRC32C()
      let size = try readChunks(of: file) { checksum.update($0) }
      return size.map { BlobDigest(size: $0, crc32c: checksum.value) }
    }
    guard let read else { return try readDigest() }
    return try read.digest(of: file, reading: readDigest)
  }
}
