public import TaneCore

/// The result of parsing a file.
public struct ReadResult: Sendable {
  /// The file's value, or nil if a finding is an error.
  public let tree: Tree?
  /// The findings, ordered by position.
  public let diagnostics: [Diagnostic]

  /// A Boolean value indicating whether the tree contains maps that represent preserved tags, such
  /// as expressions to be evaluated (`NodeTag.expression`).
  package let hasKeptTags: Bool

  package init(tree: Tree?, diagnostics: [Diagnostic] = [], hasKeptTags: Bool = false) {
    self.tree = diagnostics.containsError ? nil : tree
    self.hasKeptTags = hasKeptTags
    self.diagnostics = diagnostics.sorted()
  }
}

/// A parser that builds trees from files of any supported format.
public enum TreeParser {
  /// Returns a finding if a file is too large to be read, otherwise nil.
  ///
  /// Parsing such a file reports the same finding. If the size is known, check it here first, to
  /// avoid loading gigabytes into memory.
  public static func finding(aboutByteCount count: Int, named name: String) -> Diagnostic? {
    guard count > ReadingLimits.bytes else { return nil }
    return .error(
      .fileTooLarge,
      "the file is \(count.grouped) bytes in size, but at most \(ReadingLimits.bytes.grouped) can "
        + "be read; split it",
      at: SourcePosition(file: name)
    )
  }

  /// Parses a file and records the position of every node.
  ///
  /// - Parameters:
  ///   - bytes: The file in UTF-8, or in UTF-16 with a byte order mark.
  ///   - name: The file's name in messages.
  ///   - format: The format to read.
  ///   - expressions: The additional tags that YAML files may contain, such as `!now` (see
  ///     `YAMLReader`).
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
