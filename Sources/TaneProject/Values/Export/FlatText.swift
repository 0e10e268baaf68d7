import TaneCore

/// A format with one line for each value.
protocol FlatFormat {
  /// The format with its article, for messages.
  var name: String { get }
  /// What begins a comment.
  var commentMarker: String { get }
  /// The line of a value, without its end.
  func line(_ key: String, _ content: ValueContent) -> String
  /// What the format cannot hold of a text; nil where it holds all.
  func problem(in text: String) -> String?
}

/// An environment as lines of keys and values.
struct FlatText {
  private let export: EnvironmentExport
  private let format: any FlatFormat

  init(_ export: EnvironmentExport, _ format: any FlatFormat) {
    (self.export, self.format) = (export, format)
  }

  func text() throws(ExportFailure) -> String {
    var lines = [
      "\(format.commentMarker) Made by tane env export of \(export.profile.file), which is the place for changes."
    ]
    var findings: [Diagnostic] = []
    var keys: [String: EnvironmentExport.Entry] = [:]
    for entry in export.entries {
      let key = Self.key(of: entry)
      if let problem = format.problem(in: entry.content.machineText()) {
        findings.append(entry.cannotBeWritten(format.name, problem))
      }
      if let other = keys.updateValue(entry, forKey: key) {
        findings.append(
          .error(
            .duplicateName,
            "\"\(entry.setting)\" and \"\(other.setting)\" are both \(key) in \(format.name); rename one",
            at: entry.position,
            notes: [Diagnostic.Note("the other one", at: other.position)]
          )
        )
      }
      lines.append(format.line(key, entry.content))
    }
    guard findings.isEmpty else { throw ExportFailure(findings: findings) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// `API_BASE_URL` for a value; `TANE_` in front of what Tane says of the environment.
  private static func key(of entry: EnvironmentExport.Entry) -> String {
    switch entry.path.first {
    case "values": FlatKey.text(of: Array(entry.path.dropFirst()))
    case "environment": "TANE_ENV"
    default: FlatKey.text(of: ["tane"] + entry.path)
    }
  }
}

/// Variables for a POSIX shell.
struct ShellVariables: FlatFormat {
  let name = "a shell script"
  let commentMarker = "#"

  func line(_ key: String, _ content: ValueContent) -> String {
    "export \(key)='\(content.machineText().replacing("'", with: "'\\''"))'"
  }

  func problem(in text: String) -> String? { text.contains("\0") ? "a NUL" : nil }
}

/// The lines of a `.env` file, in the part of its grammar that readers agree on.
///
/// Within single quotes nothing is replaced; only within double quotes can there be a single quote.
struct DotenvVariables: FlatFormat {
  let name = "a .env file"
  let commentMarker = "#"

  func line(_ key: String, _ content: ValueContent) -> String {
    let text = content.machineText()
    let quote = text.contains("'") ? "\"" : "'"
    return "\(key)=\(quote)\(text)\(quote)"
  }

  func problem(in text: String) -> String? {
    if text.contains("$") { return "a dollar sign, which some readers replace" }
    if text.contains("'"), text.contains("\"") { return "both kinds of quotes" }
    if text.contains("\\"), text.contains("'") || text.contains("\\\\") || text.hasSuffix("\\") {
      return "a backslash that readers understand differently"
    }
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
    return isPlain ? nil : "a control character"
  }
}

/// Build settings of Xcode.
struct XcodeSettings: FlatFormat {
  let name = "an .xcconfig file"
  let commentMarker = "//"

  func line(_ key: String, _ content: ValueContent) -> String {
    if case .boolean(let flag) = content { return "\(key) = \(flag ? "YES" : "NO")" }
    // Two slashes begin a comment, even within a URL; an empty setting between them does not.
    return "\(key) = \(content.machineText().replacing("//", with: "/$()/"))"
  }

  func problem(in text: String) -> String? {
    if text.contains("\n") || text.contains("\r") { return "a line end" }
    if text.contains("$(") || text.contains("${") { return "$( or ${, which Xcode replaces" }
    if text.hasPrefix(" ") || text.hasSuffix(" ") || text.hasPrefix("\t") || text.hasSuffix("\t") {
      return "white space at its beginning or end"
    }
    return text.hasSuffix("\\") || text.hasSuffix(";") ? "\\ or ; at its end" : nil
  }
}
