/// The tokens of a Swift file, with the queries required to analyze call chains.
struct AppSource {
  /// Code fragments that begin call chains.
  enum Fragment {
    static let firestore = contents("Firestore.firestore()")
    static let database = contents("Database.database()")
    static let databaseWithURL = contents("Database.database(url:")

    private static func contents(_ code: String) -> [SwiftToken.Content] {
      SwiftTokenizer.tokens(of: code).map(\.content)
    }
  }

  let path: String
  let tokens: [SwiftToken]
  /// The names to which the file assigns values after their declaration.
  let assigned: Set<String>
  /// The indices of closing parentheses, brackets and braces, by the index of the opening token.
  private let closings: [Int: Int]

  init(_ text: String, path: String) {
    let tokens = SwiftTokenizer.tokens(of: text)
    (self.path, self.tokens) = (path, tokens)
    var (closings, open): ([Int: Int], [Int]) = ([:], [])
    var assigned: Set<String> = []
    for (index, token) in tokens.enumerated() {
      switch token.content {
      case .symbol("("), .symbol("["), .symbol("{"): open.append(index)
      case .symbol(")"), .symbol("]"), .symbol("}"):
        if let start = open.popLast() { closings[start] = index }
      case .word(let name) where Self.isAssigned(at: index, in: tokens): assigned.insert(name)
      default: continue
      }
    }
    (self.closings, self.assigned) = (closings, assigned)
  }

  /// Returns true if a name is assigned, or passed as an `inout` argument.
  private static func isAssigned(at index: Int, in tokens: [SwiftToken]) -> Bool {
    func content(_ index: Int) -> SwiftToken.Content? {
      tokens.indices.contains(index) ? tokens[index].content : nil
    }
    if content(index - 1) == .symbol("&") { return true }
    let isDeclared = [.word("let"), .word("var"), .symbol(":")].contains(content(index - 1))
    return !isDeclared && content(index + 1) == .symbol("=") && content(index + 2) != .symbol("=")
  }

  func word(at index: Int) -> String? {
    guard tokens.indices.contains(index), case .word(let word) = tokens[index].content else {
      return nil
    }
    return word
  }

  func string(at index: Int) -> String? {
    guard tokens.indices.contains(index), case .string(let text) = tokens[index].content else {
      return nil
    }
    return text
  }

  func isSymbol(_ symbol: Character, at index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].content == .symbol(symbol)
  }

  /// Returns true if the tokens at an index match a code fragment.
  func matches(_ fragment: [SwiftToken.Content], at index: Int) -> Bool {
    index + fragment.count <= tokens.count
      && zip(fragment, tokens[index...]).allSatisfy { $0 == $1.content }
  }

  /// Returns the index of the token that closes a parenthesis, bracket or brace, or the index of
  /// the last token if none does.
  func closing(_ open: Int) -> Int { closings[open] ?? tokens.count - 1 }

  /// Returns the name of the member that continues a chain, and the index after the name.
  func member(at index: Int) -> (name: String, end: Int)? {
    var index = index
    while isSymbol("?", at: index) || isSymbol("!", at: index) { index += 1 }
    guard isSymbol(".", at: index), let name = word(at: index + 1) else { return nil }
    return (name, index + 2)
  }

  /// Returns true if the token at an index does not continue the expression before the index.
  func endsExpression(_ index: Int) -> Bool {
    guard tokens.indices.contains(index) else { return true }
    switch tokens[index].content {
    case .symbol("?"), .symbol("."), .symbol("["), .symbol("("): return false
    case .symbol("!"): return endsExpression(index + 1)
    case .symbol(","), .symbol("}"), .symbol(";"), .word("else"), .symbol("{"): return true
    default: return tokens[index].beginsLine && Self.beginsStatement(tokens[index].content)
    }
  }

  private static func beginsStatement(_ content: SwiftToken.Content) -> Bool {
    switch content {
    case .word(let word): !["as", "is"].contains(word)
    case .symbol(let symbol): "@#})".contains(symbol)
    case .string: true
    }
  }

  /// Returns the index of the initial value in a declaration, if any.
  func value(ofDeclarationAt index: Int) -> Int? {
    var place = index + 2
    if isSymbol(":", at: place) {
      place += 1
      while word(at: place) != nil
        || ["?", "!", ".", "[", "]", "<", ">", ":"].contains(where: {
          isSymbol($0, at: place)
        })
      {
        place += 1
      }
    }
    return isSymbol("=", at: place) ? place + 1 : nil
  }

  /// Returns true for a declaration in the condition of `if` or `while`, whose scope is the body
  /// that follows.
  func isCondition(_ index: Int) -> Bool {
    var place = index - 1
    while place >= 0, !isSymbol("}", at: place), !isSymbol("{", at: place),
      !isSymbol(";", at: place)
    {
      if ["if", "while"].contains(word(at: place)) { return true }
      if word(at: place) == "guard" { return false }
      if tokens[place + 1].beginsLine, !isSymbol(",", at: place) { return false }
      place -= 1
    }
    return false
  }

  /// Returns the type in `as: Type.self` among the arguments of a call, in Swift's notation.
  func readType(_ arguments: Range<Int>) -> String? {
    let head = arguments.lowerBound
    guard word(at: head) == "as", isSymbol(":", at: head + 1) else { return nil }
    var text = ""
    for index in head + 2..<max(arguments.upperBound, head + 2) {
      if isSymbol(".", at: index), word(at: index + 1) == "self" { return text }
      switch tokens[index].content {
      case .word(let word): text += word
      case .symbol(":"): text += ": "
      case .symbol(let symbol) where "[].".contains(symbol): text.append(symbol)
      default: return nil
      }
    }
    return nil
  }

  /// Returns the keys in the arguments of a call, or nil if they are unknown; `anyKey` is true if
  /// an argument that is not a literal is a single key, not a path.
  func keys(_ arguments: Range<Int>, anyKey: Bool) -> [String]? {
    let isLabeled = word(at: arguments.lowerBound) == "withPath"
    if let literal = string(at: arguments.upperBound - 1), arguments.count == (isLabeled ? 3 : 1) {
      return Self.keys(literal)
    }
    guard arguments.count < 20, !arguments.contains(where: { string(at: $0) != nil }),
      !arguments.contains(where: { isSymbol("+", at: $0) || isSymbol("?", at: $0) })
    else { return nil }
    if anyKey { return ["*"] }
    // An argument may be a path; only its name suggests that it is a key.
    let last = arguments.compactMap { word(at: $0)?.lowercased() }.last ?? ""
    let isKey = ["id", "key", "code", "index", "number"].contains { last.hasSuffix($0) }
    return isKey ? ["*"] : nil
  }

  /// Returns the keys of a path, or nil if a key has special characters or is only partly
  /// interpolated.
  private static func keys(_ path: String) -> [String]? {
    let keys = path.split(separator: "/").map { key in
      key == String(SwiftToken.interpolation) ? "*" : String(key)
    }
    let isPlain = keys.allSatisfy { $0 == "*" || $0.wholeMatch(of: /[A-Za-z0-9_\-]+/) != nil }
    return isPlain && !keys.isEmpty ? keys : nil
  }

  /// Returns the event in the arguments of an observation, such as `value` for `.value`, or nil if
  /// it is unknown.
  func event(_ arguments: Range<Int>) -> String? {
    let first =
      word(at: arguments.lowerBound) == "of" ? arguments.lowerBound + 2 : arguments.lowerBound
    guard isSymbol(".", at: first) else { return nil }
    let name = word(at: first + 1)
    return ["value", "childAdded", "childChanged", "childRemoved", "childMoved"].first {
      $0 == name
    }
  }
}
