package import SystemPackage
package import TaneFormats

extension ProjectFiles {
  /// Parses the tree of a file, or returns nil if the file does not exist.
  ///
  /// A file that is too large is rejected before it is read.
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
