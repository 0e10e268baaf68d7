public import SystemPackage

/// The schemas that editors use for the files of a project.
public enum EditorSchema {
  /// The comment with which a YAML file names its schema to editors.
  ///
  /// It is read by yaml-language-server (https://github.com/redhat-developer/yaml-language-server),
  /// which most editors use.
  ///
  /// - Parameters:
  ///   - file: The YAML file, relative to the project.
  ///   - schema: The schema's file, relative to the project.
  /// - Returns: The line, without a line end.
  public static func comment(for file: FilePath, schema: FilePath) -> String {
    let folder = Array(file.lexicallyNormalized().components.dropLast())
    let target = Array(schema.lexicallyNormalized().components)
    let shared = zip(folder, target).prefix { $0 == $1 }.count
    let up = folder.dropFirst(shared).map { _ in ".." }
    let path = up + target.dropFirst(shared).map(\.string)
    return marker + " $schema=" + path.joined(separator: "/")
  }

  /// The text of a YAML file with a comment that names its schema.
  ///
  /// The comment replaces another one of its kind among the comments that the file begins with; else it
  /// becomes the first line.
  public static func text(_ text: String, naming comment: String) -> String {
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

  /// The pattern of address patterns: `users:/users/*/settings`.
  static let addressPattern = "^[^:/]+:/"
}
