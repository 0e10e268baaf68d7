public import TaneCore

/// What a reader made of a file.
public struct ReadResult: Sendable {
  /// The file's value, or nil where a finding is an error.
  public let tree: Tree?
  /// What was found in the file, by place.
  public let diagnostics: [Diagnostic]

  init(tree: Tree?, diagnostics: [Diagnostic] = []) {
    self.tree = diagnostics.containsError ? nil : tree
    self.diagnostics = diagnostics.sorted()
  }
}

/// Reads the bytes of a file into a tree, in any format.
public enum TreeReader {
  /// Reads a file whose every node then knows its place.
  ///
  /// - Parameters:
  ///   - bytes: The file in UTF-8, or in UTF-16 with a byte order mark.
  ///   - name: The file's name as users know it.
  ///   - format: The format to read.
  /// - Returns: The tree, unless a finding is an error, and all findings.
  public static func read(
    _ bytes: [UInt8],
    named name: String,
    as format: TreeFormat
  ) -> ReadResult {
    switch format {
    case .yaml: YAMLReader().read(bytes, named: name)
    case .json: JSONReader().read(bytes, named: name)
    }
  }
}
