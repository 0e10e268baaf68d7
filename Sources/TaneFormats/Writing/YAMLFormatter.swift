import TaneCore

/// Writes a YAML text in the one way that `YAMLWriter` has of indentation, spaces and quotes, and keeps everything
/// that somebody has said with it: values, tags, anchors, the order of keys, comments and blank lines.
///
/// Lists and maps are indented by two spaces, a list below its key as well. Text in brackets stays in brackets. What
/// cannot be brought into this form without another meaning stays as it is.
public enum YAMLFormatter {
  /// The text in the one form; nil where it is not YAML in UTF-8.
  public static func format(_ text: [UInt8]) -> [UInt8]? {
    guard let original = YAMLContent(of: text) else { return nil }
    var result = text
    let passes: [([UInt8]) -> [UInt8]?] = [
      { withLineFeeds($0) }, { YAMLSpacing.spaced($0) }, { YAMLIndentation.indented($0) },
      { YAMLSpacing.trimmed($0) },
    ]
    for pass in passes {
      guard let changed = pass(result), changed != result else { continue }
      // Whatever a pass has understood: only what says the same is taken.
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
