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
  public func read(_ bytes: [UInt8], named name: String) -> ReadResult {
    read(bytes, named: name, isForeign: false)
  }

  /// Reads a file that others made, with all its documents, into a list of them.
  ///
  /// A value with a tag that Tane does not know, or knows of other values, is kept as a map with one entry:
  /// `!Ref name` is `{"!Ref": "name"}`. Plain `yes` and `no` are the text that they are, without a warning.
  public func readDocuments(_ bytes: [UInt8], named name: String) -> ReadResult {
    read(bytes, named: name, isForeign: true)
  }

  private func read(_ bytes: [UInt8], named name: String, isForeign: Bool) -> ReadResult {
    do {
      let text = try SourceText(bytes, named: name)
      return text.bytes.withUnsafeBufferPointer { buffer in
        YAMLDocument.read(text, buffer, named: name, isForeign: isForeign)
      }
    } catch {
      return ReadResult(tree: nil, diagnostics: [error])
    }
  }
}
