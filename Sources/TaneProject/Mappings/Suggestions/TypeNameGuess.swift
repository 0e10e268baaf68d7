import TaneCore

/// A guess at the declared type for a key, such as `UserRank` for `user_ranks`.
struct TypeNameGuess {
  /// The name of a declared type, or a name derived from the key.
  let name: String
  /// A Boolean value indicating whether a type with the name exists.
  let isKnown: Bool
  /// The other declared types that may be intended.
  let candidates: [String]

  /// The suffixes that are common in the names of types.
  private static let additions: Set<String> = [
    "data", "document", "dto", "entity", "info", "information", "item", "model", "object",
    "record", "response", "state",
  ]

  /// Guesses the type of a key's value.
  ///
  /// - Parameters:
  ///   - key: The key, in any naming convention.
  ///   - isRepeated: True if the key's value consists of several values of the type, so that the
  ///     key is probably a plural.
  ///   - names: The names of the declared types.
  init(for key: String, isRepeated: Bool, among names: [String]) {
    let words = isRepeated ? [Self.singular(key), key] : [key, Self.singular(key)]
    let byName = names.sorted().map { (full: $0, short: Self.folded(Self.simple($0))) }
    for word in words.map(Self.folded) {
      let exact = byName.filter { $0.short == word }
      let extended = byName.filter {
        $0.short.hasPrefix(word) && Self.additions.contains(String($0.short.dropFirst(word.count)))
      }
      if let known = exact.first ?? (extended.count == 1 ? extended.first : nil) {
        let others = exact.dropFirst().map(\.full)
        self.init(name: known.full, isKnown: true, candidates: others)
        return
      }
    }
    if let near = Suggestion.nearest(to: words[0], among: names) {
      self.init(name: near, isKnown: true, candidates: [])
      return
    }
    let start = Self.folded(words[0])
    let near = byName.filter { $0.short.hasPrefix(start) || $0.short.hasSuffix(start) }
    let candidates = start.count < 3 ? [] : near.map(\.full)
    self.init(name: Self.typeName(of: words[0]), isKnown: false, candidates: candidates)
  }

  private init(name: String, isKnown: Bool, candidates: [String]) {
    self.name = name
    self.isKnown = isKnown
    self.candidates = candidates
  }

  private static func simple(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Returns the singular of an English plural, based on its ending.
  private static func singular(_ word: String) -> String {
    let lower = word.lowercased()
    if lower.count > 3, lower.hasSuffix("ies") { return word.dropLast(3) + "y" }
    if ["sses", "xes", "ches", "shes"].contains(where: lower.hasSuffix) {
      return String(word.dropLast(2))
    }
    let isPlural = lower.hasSuffix("s") && !lower.hasSuffix("ss") && !lower.hasSuffix("us")
    return isPlural && lower.count > 2 ? String(word.dropLast()) : word
  }

  /// Returns the key in the naming convention of Swift types: `ShopImages` for `shop_images`.
  private static func typeName(of key: String) -> String {
    let words = key.split { !$0.isLetter && !$0.isNumber }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first?.isLetter == true ? name : "Element"
  }
}
