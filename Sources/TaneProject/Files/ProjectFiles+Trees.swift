package import SystemPackage
package import TaneFormats

extension ProjectFiles {
  /// Reads the tree of a file, or nil where there is none.
  ///
  /// A file that is too large is refused before its bytes are taken into memory.
  package func readTree(
    of file: FilePath,
    named name: String,
    as format: TreeFormat,
    keeping expressions: [String] = []
  ) throws(FileError) -> ReadResult? {
    guard let count = try byteCount(of: file) else { return nil }
    if let finding = TreeParser.finding(aboutByteCount: count, named: name) {
      return ReadResult(tree: nil, diagnostics: [finding])
    }
    return try bytes(of: file).map {
      TreeParser.parse($0, named: name, as: format, keeping: expressions)
    }
  }
}
