/// A formatter that normalizes indentation, spaces and quotes of YAML to the style of `YAMLWriter`.
///
/// Everything meaningful is preserved: values, tags, anchors, key order, comments and blank lines.
/// Lists and maps are indented by two spaces, including lists that are values of keys. Flow style
/// is preserved. Text whose meaning would change is not formatted.
package enum YAMLFormatter {
  /// Returns the formatted text of a file in UTF-8, or nil if the file is not valid YAML.
  package static func format(_ bytes: [UInt8]) -> [UInt8]? {
    guard let text = try? SourceText(bytes, named: "").bytes,
      let original = YAMLContent(of: text)
    else { return nil }
    var result = text
    let passes: [([UInt8]) -> [UInt8]?] = [
      { withLineFeeds($0) }, { YAMLSpacing.spaced($0) }, { YAMLIndentation.indented($0) },
      { YAMLSpacing.trimmed($0) },
    ]
    for pass in passes {
      guard let changed = pass(result), changed != result else { continue }
      // A pass is accepted only if the content is unchanged.
      if YAMLContent(of: changed) == original { result = changed }
    }
    return result
  }

  private static func withLineFeeds(_ text: [UInt8]) -> [UInt8] {
    let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard start > 0 || text.contains(0x0D) else { return text }
    return text.indices.dropFirst(start).compactMap { index in
      guard text[index] == 0x0D else { return text[index] }
      return index + 1 < text.count && text[index + 1] == 0x0A ? nil : 0x0A
    }
  }
}
