import TaneCore

/// A reader of YAML 1.2 with the core schema that records the position of every node.
///
/// The reader also supports the merge key `<<` and the tags of `NodeTag`. Keys are always strings:
/// a key such as `1` or `true` is not resolved to a number or a Boolean. `-0` is an integer.
public struct YAMLReader: Sendable {
  /// Creates a reader.
  public init() {}

  /// Reads a file in UTF-8, or in UTF-16 with a byte order mark.
  ///
  /// Reading stops at the first syntax error; all other findings are collected.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: The file's name in messages.
  ///   - expressions: The additional tags of the file, such as `!now`: a value with such a tag
  ///     becomes a map with one entry and the tag `NodeTag.expression`.
  /// - Returns: The tree, unless a finding is an error, and all findings.
  public func read(
    _ bytes: [UInt8],
    named name: String,
    keeping expressions: [String] = []
  ) -> ReadResult {
    read(bytes, named: name, keeping: .expressions(expressions))
  }

  /// Reads all documents in a file from another tool into a list.
  ///
  /// A value with an unknown or unsuitable tag becomes a map with one entry: `!Ref name` is
  /// `{"!Ref": "name"}`. Plain `yes` and `no` are strings, without a warning.
  package func readDocuments(_ bytes: [UInt8], named name: String) -> ReadResult {
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
