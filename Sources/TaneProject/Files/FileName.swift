import Foundation
import TaneCore

/// The rules for the names of files and folders.
enum FileName {
  /// Returns true if an entry is ignored everywhere: hidden files and editors' backups.
  static func isIgnored(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasSuffix("~") || name.hasPrefix("#") && name.hasSuffix("#")
  }

  /// Returns true if a file is documentation for people, such as `README.md`.
  static func isForPeople(_ name: String) -> Bool {
    name.lowercased().hasPrefix("readme")
  }

  /// The ending of a name that goes on in the next one: of a key that is too long for one name.
  private static let continuation = "%+"
  /// The most bytes of a name, beside its ending: file systems allow 255.
  private static let maximumLength = 200
  /// The endings of files that hold metadata: no name of an object's file ends in one of them.
  private static let metadataEndings = [".meta.yaml", ".meta.yml"]
  /// The endings of files that hold trees: no other name of a tree's key ends in one of them.
  private static let treeEndings = [".yaml", ".yml", ".json"]

  /// Returns the key of a name: in Unicode's composed form, then percent-decoded.
  ///
  /// macOS hands out decomposed names, so that one key could otherwise have two spellings.
  static func key(of name: String) -> String { PercentEncoding.decode(composed(name)) }

  /// Returns the keys of the names on the way to a file, without the ending of the last.
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
    /// Nothing.
    case plain
    /// Capital letters: another name differs from it in case alone.
    case capitals
    /// The first character.
    case first
    /// Everything.
    case all
  }

  /// Spells a key as names.
  ///
  /// - Parameters:
  ///   - key: The key, which is not empty.
  ///   - isTree: Whether the file is that of a tree, whose ending is its format's.
  ///   - encoding: How much is percent-encoded.
  /// - Returns: The names, without an ending: several if the key is too long for one.
  static func names(of key: String, ofTree isTree: Bool, _ encoding: Encoding = .plain) -> [String]
  {
    let isComposed = composed(key).unicodeScalars.elementsEqual(key.unicodeScalars)
    let ending = (isTree ? treeEndings : metadataEndings).first { key.lowercased().hasSuffix($0) }
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
    names = names.map(visible)
    return names.dropLast().map { $0 + continuation } + [names[names.count - 1]]
  }

  /// Returns the parts of an object's name that are folders and a file: a slash beside another one is a part of a name.
  static func parts(ofObject name: String) -> [String] {
    name.split(separator: "/", omittingEmptySubsequences: false).reduce(into: []) { parts, part in
      // An empty part, and what follows a slash without a name before it.
      if let last = parts.last, part.isEmpty || last.allSatisfy({ $0 == "/" }) {
        parts[parts.count - 1] += "/\(part)"
      } else {
        parts.append(String(part))
      }
    }
  }

  /// A name that no tool passes over.
  private static func visible(_ name: String) -> String {
    guard let first = name.unicodeScalars.first, isIgnored(name) || isForPeople(name) else {
      return name
    }
    let rest = name.unicodeScalars.dropFirst()
    let marks = rest.prefix(while: isCombining)
    let start = ([first] + marks).map { encoded(String($0)) }.joined()
    return start + rest.dropFirst(marks.count).map(String.init).joined()
  }

  /// Returns true for a mark, which would compose with the last digit of an encoded character before it.
  private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.canonicalCombiningClass != .notReordered
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  /// The text in Unicode normalisation form C.
  static func composed(_ text: String) -> String {
    // Nothing below U+0300 combines, and hardly any name holds more than that and plain letters.
    text.unicodeScalars.allSatisfy { $0.value < 0x300 }
      ? text : text.precomposedStringWithCanonicalMapping
  }
}
