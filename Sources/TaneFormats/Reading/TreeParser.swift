public import TaneCore

/// What parsing a file gave.
public struct ReadResult: Sendable {
  /// The file's value, or nil where a finding is an error.
  public let tree: Tree?
  /// What was found in the file, by place.
  public let diagnostics: [Diagnostic]

  /// Whether the tree holds tags of a language that are to be evaluated (`NodeTag.expression`).
  public let hasExpressions: Bool

  package init(tree: Tree?, diagnostics: [Diagnostic] = [], hasExpressions: Bool = false) {
    self.tree = diagnostics.containsError ? nil : tree
    self.hasExpressions = hasExpressions
    self.diagnostics = diagnostics.sorted()
  }
}

/// Parses the bytes of a file into a tree, in any format.
public enum TreeParser {
  /// The finding about a file that is too large to be read, nil for any other.
  ///
  /// Reading such a file ends in the same finding. Who knows its size asks here first, and need not
  /// take gigabytes into memory for that.
  public static func finding(aboutByteCount count: Int, named name: String) -> Diagnostic? {
    guard count > ReadingLimits.bytes else { return nil }
    return .error(
      .fileTooLarge,
      "the file has \(count.grouped) bytes, at most \(ReadingLimits.bytes.grouped) can be read; "
        + "split it into files of its parts",
      at: SourcePosition(file: name)
    )
  }

  /// Parses a file whose every node then knows its place.
  ///
  /// - Parameters:
  ///   - bytes: The file in UTF-8, or in UTF-16 with a byte order mark.
  ///   - name: The file's name as users know it.
  ///   - format: The format to read.
  ///   - expressions: The tags of a language that YAML files may have (`YAMLReader`).
  /// - Returns: The tree, unless a finding is an error, and all findings.
  public static func parse(
    _ bytes: [UInt8],
    named name: String,
    as format: TreeFormat,
    keeping expressions: [String] = []
  ) -> ReadResult {
    switch format {
    case .yaml: YAMLReader().read(bytes, named: name, keeping: expressions)
    case .json: JSONReader().read(bytes, named: name)
    }
  }
}
