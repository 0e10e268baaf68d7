/// A converter from paths to keys for formats without nesting: `API_BASE_URL` for `api.baseURL`.
enum FlatKey {
  /// Returns the key for a path: the path's words in uppercase, joined by underscores.
  static func text(of path: [String]) -> String {
    let all = path.flatMap { words(of: $0) }.map { $0.uppercased() }
    let key = all.joined(separator: "_")
    return key.first?.isNumber == true ? "_\(key)" : key
  }

  /// Returns the words of a key; `baseURL` and `HTTPServer` have two each.
  static func words(of key: String) -> [String] {
    var words: [String] = []
    var word = ""
    let characters = Array(key)
    for (index, character) in characters.enumerated() {
      guard character.isASCII, character.isLetter || character.isNumber else {
        words.append(word)
        word = ""
        continue
      }
      let isStart =
        character.isUppercase && index > 0
        && (!characters[index - 1].isUppercase
          || index + 1 < characters.count && characters[index + 1].isLowercase)
      if isStart {
        words.append(word)
        word = ""
      }
      word.append(character)
    }
    return (words + [word]).filter { !$0.isEmpty }
  }
}
