import Foundation
import TaneCore

/// What the names of files and folders mean.
enum FileName {
  /// Whether an entry is of no concern anywhere: hidden files and editors' backups.
  static func isIgnored(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasSuffix("~") || name.hasPrefix("#") && name.hasSuffix("#")
  }

  /// Whether a file that means nothing to Tane is meant for people, as `README.md` is.
  static func isForPeople(_ name: String) -> Bool {
    name.lowercased().hasPrefix("readme")
  }

  /// The key that a name stands for: percent-decoded, in Unicode's composed form.
  ///
  /// macOS hands out decomposed names, so that one key could otherwise have two spellings.
  static func key(of name: String) -> String { composed(PercentEncoding.decode(name)) }

  /// The text in Unicode normalisation form C.
  static func composed(_ text: String) -> String {
    // Nothing below U+0300 combines, and hardly any name holds more than that and plain letters.
    text.unicodeScalars.allSatisfy { $0.value < 0x300 }
      ? text : text.precomposedStringWithCanonicalMapping
  }
}
