import TaneCore

/// An environment as a property list in XML.
struct PropertyListText {
  let export: EnvironmentExport

  func text() throws(ExportFailure) -> String {
    let findings = export.entries.compactMap(Self.finding)
    guard findings.isEmpty else { throw ExportFailure(findings: findings) }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      \(Self.lines(of: export.tree, "").joined(separator: "\n"))
      </plist>

      """
  }

  private static func lines(of node: EnvironmentExport.Node, _ indent: String) -> [String] {
    switch node {
    case .value(let content): return lines(of: content, indent)
    case .group(let entries):
      return dictionary(entries.map { ($0.key, lines(of: $0.node, indent + "\t")) }, indent)
    }
  }

  private static func lines(of content: ValueContent, _ indent: String) -> [String] {
    switch content {
    case .text(let text): return ["\(indent)<string>\(escaped(text))</string>"]
    case .integer(let number): return ["\(indent)<integer>\(number)</integer>"]
    case .number(let number): return ["\(indent)<real>\(number)</real>"]
    case .boolean(let flag): return ["\(indent)<\(flag)/>"]
    case .duration(let duration): return ["\(indent)<real>\(duration.seconds)</real>"]
    case .list(let elements):
      let inner = elements.flatMap { lines(of: $0, indent + "\t") }
      return ["\(indent)<array>"] + inner + ["\(indent)</array>"]
    case .map(let entries):
      return dictionary(entries.map { ($0.key, lines(of: $0.content, indent + "\t")) }, indent)
    }
  }

  private static func dictionary(_ entries: [(String, [String])], _ indent: String) -> [String] {
    ["\(indent)<dict>"]
      + entries.flatMap { ["\(indent)\t<key>\(escaped($0))</key>"] + $1 }
      + ["\(indent)</dict>"]
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case _ where scalar.isControl && scalar != "\n" && scalar != "\t":
        escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns a finding if a value contains characters that XML cannot represent, such as most
  /// control characters; otherwise nil.
  private static func finding(about entry: EnvironmentExport.Entry) -> Diagnostic? {
    let isLegal = entry.content.texts.allSatisfy { text in
      text.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && $0.value != 0xFFFE && $0.value != 0xFFFF
          || "\t\n\r".unicodeScalars.contains($0)
      }
    }
    return isLegal
      ? nil
      : entry.unsupportedContentFinding(format: "a property list", part: "a control character")
  }
}

extension EnvironmentExport.Entry {
  /// Returns the finding for a part of a value that a format cannot represent.
  func unsupportedContentFinding(format: String, part: String) -> Diagnostic {
    .error(
      .invalidValue,
      "\"\(setting)\" contains \(part), which \(format) cannot contain; remove it, or choose "
        + "another format",
      at: position
    )
  }

  /// Returns the finding for a value whose name a format cannot represent.
  func invalidNameFinding(because problem: String) -> Diagnostic {
    .error(
      .invalidValue,
      "\"\(setting.escapingControls)\" \(problem); choose another name, or another format",
      at: position
    )
  }
}
