import TaneCore

/// Reads YAML 1.2 with the core schema, with every node's place.
///
/// Beyond the core schema it knows the merge key `<<` and the tags of `NodeTag`. Keys are always
/// text: a key's own spelling, `1` or `true`, is the key. `-0` is the whole number.
public struct YAMLReader: Sendable {
  /// Creates a reader.
  public init() {}

  /// Reads a file in UTF-8, or in UTF-16 with a byte order mark.
  ///
  /// Reading ends at the first place that is not YAML; everything else that is wrong is all found.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: The file's name as users know it.
  ///   - expressions: The tags of a language, such as `!now`: each value with one stands as a map with one entry
  ///     and the tag `NodeTag.expression`.
  /// - Returns: The tree, unless a finding is an error, and all findings.
  public func read(
    _ bytes: [UInt8],
    named name: String,
    keeping expressions: [String] = []
  ) -> ReadResult {
    read(bytes, named: name, keeping: .expressions(expressions))
  }

  /// Reads a file that others made, with all its documents, into a list of them.
  ///
  /// A value with a tag that Tane does not know, or knows of other values, is kept as a map with one entry:
  /// `!Ref name` is `{"!Ref": "name"}`. Plain `yes` and `no` are the text that they are, without a warning.
  public func readDocuments(_ bytes: [UInt8], named name: String) -> ReadResult {
    read(bytes, named: name, keeping: .any)
  }

  private func read(_ bytes: [UInt8], named name: String, keeping tags: KeptTags) -> ReadResult {
    do {
      let text = try SourceText(bytes, named: name)
      return text.bytes.withUnsafeBufferPointer { buffer in
        YAMLDocument.read(text, buffer, named: name, keeping: tags)
      }
    } catch {
      return ReadResult(tree: nil, diagnostics: [error])
    }
  }
}
