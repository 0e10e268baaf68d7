import TaneCore

/// A format with one line for each value.
protocol FlatFormat {
  /// The format with its article, for messages.
  var name: String { get }
  /// The start of a comment.
  var commentMarker: String { get }
  /// A Boolean value indicating whether the keys become environment variables of running programs.
  var setsVariables: Bool { get }
  /// Returns the line of a value, without a line break.
  func line(_ key: String, _ content: ValueContent) -> String
  /// Returns the reason the format cannot represent a string, or nil if it can.
  func problem(in text: String) -> String?
}

/// An environment as lines with keys and values.
struct FlatText {
  /// The variables that affect which programs run and how, in addition to those beginning with
  /// `LD_` or `DYLD_`.
  private static let vitalVariables: Set<String> = [
    "PATH", "HOME", "IFS", "ENV", "BASH_ENV", "PWD", "SHELL", "TMPDIR",
  ]

  private let export: EnvironmentExport
  private let format: any FlatFormat

  init(_ export: EnvironmentExport, _ format: any FlatFormat) {
    (self.export, self.format) = (export, format)
  }

  func text() throws(ExportFailure) -> String {
    var lines = [
      "\(format.commentMarker) Made by tane env export of \(export.profile.file.escapingControls), which is the place for changes."
    ]
    var findings: [Diagnostic] = []
    var keys: [String: EnvironmentExport.Entry] = [:]
    for entry in export.entries {
      let key = Self.key(of: entry)
      if let problem = format.problem(in: entry.content.machineText()) {
        findings.append(entry.cannotBeWritten(format.name, problem))
      }
      if let problem = problem(inKey: key) {
        findings.append(entry.cannotBeNamed(problem))
      } else if let other = keys.updateValue(entry, forKey: key) {
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

  /// Returns the reason a key is invalid in the format, or nil if it is valid.
  private func problem(inKey key: String) -> String? {
    if key.isEmpty {
      return "contains no ASCII letter or digit, which a name in \(format.name) requires"
    }
    let isVital =
      Self.vitalVariables.contains(key) || key.hasPrefix("LD_") || key.hasPrefix("DYLD_")
    guard format.setsVariables, isVital else { return nil }
    return "is \(key) in \(format.name), which affects how programs run"
  }

  /// Returns a key such as `API_BASE_URL` for a value; keys for the environment itself begin with
  /// `TANE_`.
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
  let setsVariables = true

  func line(_ key: String, _ content: ValueContent) -> String {
    "export \(key)='\(content.machineText().replacingScalars(["'": "'\\''"]))'"
  }

  func problem(in text: String) -> String? { text.containsScalars("\0") ? "a NUL" : nil }
}

/// The lines of a `.env` file, in the part of the syntax that parsers agree on.
///
/// Nothing is substituted within single quotes; text with a single quote requires double quotes.
struct DotenvVariables: FlatFormat {
  let name = "a .env file"
  let commentMarker = "#"
  let setsVariables = true

  func line(_ key: String, _ content: ValueContent) -> String {
    let text = content.machineText()
    let quote = text.containsScalars("'") ? "\"" : "'"
    return "\(key)=\(quote)\(text)\(quote)"
  }

  func problem(in text: String) -> String? {
    if text.containsScalars("$") { return "a dollar sign, which some parsers expand" }
    if text.containsScalars("'"), text.containsScalars("\"") { return "both kinds of quotes" }
    if text.containsScalars("\\"),
      text.containsScalars("'") || text.containsScalars("\\\\") || text.unicodeScalars.last == "\\"
    {
      return "a backslash that parsers interpret differently"
    }
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
    return isPlain ? nil : "a control character"
  }
}

/// Build settings of Xcode.
struct XcodeSettings: FlatFormat {
  let name = "an .xcconfig file"
  let commentMarker = "//"
  let setsVariables = false

  func line(_ key: String, _ content: ValueContent) -> String {
    if case .boolean(let flag) = content { return "\(key) = \(flag ? "YES" : "NO")" }
    // Two slashes begin a comment, even in a URL, unless an empty setting separates them.
    let parts = content.machineText().unicodeScalars.split(
      separator: "/",
      omittingEmptySubsequences: false
    )
    let text = parts.indices.reduce(into: "") { text, index in
      if index > 0 { text += index > 1 && parts[index - 1].isEmpty ? "$()/" : "/" }
      text.unicodeScalars += parts[index]
    }
    return "\(key) = \(text)"
  }

  func problem(in text: String) -> String? {
    let scalars = text.unicodeScalars
    if scalars.contains(where: Self.isLineEnd) { return "a line break" }
    if text.containsScalars("$(") || text.containsScalars("${") {
      return "$( or ${, which Xcode expands"
    }
    let ends = [scalars.first, scalars.last]
    if ends.contains(" ") || ends.contains("\t") {
      return "white space at its beginning or end"
    }
    return scalars.last == "\\" || scalars.last == ";" ? "\\ or ; at its end" : nil
  }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
