import Foundation
import TaneCore

/// The rules for the names of files and folders.
enum FileName {
  /// Returns true for a hidden file or an editor's backup, which are ignored everywhere.
  static func isIgnored(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasSuffix("~") || name.hasPrefix("#") && name.hasSuffix("#")
  }

  /// Returns true if a file is documentation, such as `README.md`.
  static func isDocumentation(_ name: String) -> Bool {
    name.lowercased().hasPrefix("readme")
  }

  /// The suffix of a name whose key continues in the next name, because the key is too long for one
  /// name.
  private static let continuation = "%+"
  /// The maximum length of a name in bytes without its extension; file systems allow 255.
  private static let maximumLength = 200
  /// The extensions of metadata files; their dot is encoded at the end of an object's name.
  private static let metadataExtensions = [".meta.yaml", ".meta.yml"]
  /// The extensions of YAML and JSON files; their dot is encoded at the end of a key.
  private static let treeExtensions = [".yaml", ".yml", ".json"]

  /// Returns the key that a name represents: the name in Unicode's composed form, percent-decoded.
  ///
  /// macOS returns decomposed names, so one key could otherwise have two spellings.
  static func key(of name: String) -> String { PercentEncoding.decode(composed(name)) }

  /// Returns the keys that the names of folders and a file represent; the name of a YAML or JSON
  /// file must not include its extension.
  static func keys(of names: some Sequence<String>) -> [String] {
    var keys: [String] = []
    var isContinued = false
    for name in names {
      let continues = name.hasSuffix(continuation)
      let key = key(of: continues ? String(name.dropLast(continuation.count)) : name)
      if isContinued { keys[keys.count - 1] += key } else { keys.append(key) }
      isContinued = continues
    }
    return keys
  }

  /// The extent to which a key is percent-encoded beyond the required characters.
  enum Encoding: CaseIterable {
    /// Encodes only the required characters.
    case plain
    /// Also encodes capital letters, to distinguish names that differ only in case.
    case capitals
    /// Also encodes the first character.
    case first
    /// Encodes all characters.
    case all
  }

  /// Encodes a key as file names.
  ///
  /// - Parameters:
  ///   - key: The key, which is not empty.
  ///   - isTree: True if the file contains a tree and has the extension of its format.
  ///   - encoding: The extent of percent-encoding.
  /// - Returns: The names, without an extension: several if the key is too long for one name.
  static func names(of key: String, ofTree isTree: Bool, _ encoding: Encoding = .plain) -> [String]
  {
    let isComposed = composed(key).unicodeScalars.elementsEqual(key.unicodeScalars)
    let ending = (isTree ? treeExtensions : metadataExtensions).first {
      key.lowercased().hasSuffix($0)
    }
    let endingStart = key.unicodeScalars.count - (ending?.unicodeScalars.count ?? -1)
    let last = key.unicodeScalars.count - 1
    var names = [""]
    var wasEncoded = false
    for (index, scalar) in key.unicodeScalars.enumerated() {
      let isEncoded =
        encoding == .all || encoding == .capitals && scalar.properties.isUppercase
        || !isComposed && !scalar.isASCII || index == endingStart
        || index == last && scalar == "~" || encoding == .first && index == 0
        || wasEncoded && isCombining(scalar)
      let text = String(scalar)
      let spelling = isEncoded ? encoded(text) : PercentEncoding.encode(text)
      wasEncoded = spelling != text
      if names[names.count - 1].utf8.count + spelling.utf8.count > maximumLength {
        names.append("")
      }
      names[names.count - 1] += spelling
    }
    names = names.map(encodingIgnoredStart)
    return names.dropLast().map { $0 + continuation } + [names[names.count - 1]]
  }

  /// Splits an object's name into folders and a file; a slash next to another slash is part of a
  /// name.
  static func parts(ofObject name: String) -> [String] {
    name.split(separator: "/", omittingEmptySubsequences: false).reduce(into: []) { parts, part in
      // The part is empty, or there are only slashes before it.
      if let last = parts.last, part.isEmpty || last.allSatisfy({ $0 == "/" }) {
        parts[parts.count - 1] += "/\(part)"
      } else {
        parts.append(String(part))
      }
    }
  }

  /// Returns the name, with its start encoded if it would otherwise be ignored.
  private static func encodingIgnoredStart(_ name: String) -> String {
    guard let first = name.unicodeScalars.first, isIgnored(name) || isDocumentation(name) else {
      return name
    }
    let rest = name.unicodeScalars.dropFirst()
    let marks = rest.prefix(while: isCombining)
    let start = ([first] + marks).map { encoded(String($0)) }.joined()
    return start + rest.dropFirst(marks.count).map(String.init).joined()
  }

  /// Returns true for a combining mark, which would combine with an encoded character before it.
  private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.canonicalCombiningClass != .notReordered
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { "%" + $0.hexadecimal.uppercased() }.joined()
  }

  /// Returns the text in Unicode normalization form C.
  static func composed(_ text: String) -> String {
    // Characters below U+0300 do not combine, and names rarely contain other characters.
    text.unicodeScalars.allSatisfy { $0.value < 0x300 }
      ? text : text.precomposedStringWithCanonicalMapping
  }
}
