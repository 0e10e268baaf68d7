package import SystemPackage

/// The schemas that editors use for the files of a project.
package enum EditorSchema {
  /// Returns the comment line that assigns a schema to a YAML file.
  ///
  /// The comment is read by yaml-language-server
  /// (https://github.com/redhat-developer/yaml-language-server), which most editors use.
  ///
  /// - Parameters:
  ///   - file: The YAML file, relative to the project.
  ///   - schema: The schema's file, relative to the project.
  /// - Returns: The line, without a line break.
  package static func comment(for file: FilePath, schema: FilePath) -> String {
    let folder = Array(file.lexicallyNormalized().components.dropLast())
    let target = Array(schema.lexicallyNormalized().components)
    let shared = zip(folder, target).prefix { $0 == $1 }.count
    let up = folder.dropFirst(shared).map { _ in ".." }
    let path = up + target.dropFirst(shared).map(\.string)
    return marker + " $schema=" + path.joined(separator: "/")
  }

  /// Returns the text of a YAML file with the comment that assigns a schema to the file.
  ///
  /// The comment replaces an existing schema comment at the start of the file; otherwise, it
  /// becomes the first line.
  package static func text(_ text: String, naming comment: String) -> String {
    var start = text.startIndex
    while start < text.endIndex {
      let end = text[start...].firstIndex(where: \.isNewline) ?? text.endIndex
      let line = text[start..<end]
      if line.hasPrefix(marker) { return text[..<start] + comment + text[end...] }
      guard line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) else { break }
      start = end < text.endIndex ? text.index(after: end) : end
    }
    let lineEnd = text.first(where: \.isNewline).map(String.init) ?? "\n"
    return comment + lineEnd + text
  }

  private static let marker = "# yaml-language-server:"

  /// The regular expression for the beginning of address patterns, such as
  /// `users:/users/*/settings`.
  static let addressPattern = "^[^:/]+:/"
}
