#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The conversion between `shop_image_url` and `shopImageUrl`, by the rules of Foundation's coders.
package enum SnakeCase {
  /// Returns the camel-case form of a key; leading and trailing underscores are unchanged.
  package static func camelCase(from key: String) -> String {
    guard let first = key.firstIndex(where: { $0 != "_" }),
      let last = key.lastIndex(where: { $0 != "_" })
    else { return key }
    let words = key[first...last].split(separator: "_")
    guard words.count > 1 else { return key }
    // A letter after a digit or a Japanese character begins a word: `2nd` becomes `2Nd`.
    let joined = words[0].lowercased() + words[1...].map { String($0).capitalized }.joined()
    return key[..<first] + joined + key[key.index(after: last)...]
  }

  /// Returns the snake-case form of a key; a run of capitals is one word, so `myURLField` becomes
  /// `my_url_field`.
  package static func snakeCase(from key: String) -> String {
    let characters = Array(key)
    var text = ""
    for (index, character) in characters.enumerated() {
      if index > 0, character.isUppercase, beginsWord(at: index, of: characters) { text += "_" }
      text += character.lowercased()
    }
    return text
  }

  /// Returns true if a capital begins a word: it follows anything but a capital, or precedes a
  /// lowercase letter.
  private static func beginsWord(at index: Int, of characters: [Character]) -> Bool {
    guard characters[index - 1].isUppercase else { return true }
    return index + 1 < characters.count && characters[index + 1].isLowercase
  }
}
