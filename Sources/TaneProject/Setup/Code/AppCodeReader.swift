import TaneCore

/// Reads what the Swift files of an app state about its services.
///
/// The code is not compiled: only chains of calls that begin at a service, or at a constant or
/// variable of the same scope, are followed. Everything else is ignored.
struct AppCodeReader {
  /// A reference to a place of a service.
  private struct Place {
    var service: AppCode.Read.Service
    /// The keys, or nil for a place that cannot be known from the code.
    var keys: [String]?
  }

  /// Fragments of code at which chains begin.
  private enum Fragment {
    static let firestore = contents("Firestore.firestore()")
    static let database = contents("Database.database()")
    static let databaseWithURL = contents("Database.database(url:")

    private static func contents(_ code: String) -> [SwiftToken.Content] {
      SwiftTokenizer.tokens(of: code).map(\.content)
    }
  }

  /// The members that lead to other places.
  private static let placeMembers: Set<String> = ["collection", "document", "child", "reference"]

  private let file: String
  private let tokens: [SwiftToken]
  /// The names of constants and variables with databases, in all files.
  private let databases: Set<String>
  /// The places of constants and variables by scope; nil for a name with another meaning.
  private var scopes: [[String: Place?]] = [[:]]
  /// The names of parameters that the next scope declares.
  private var parameters: [String] = []
  private var code: AppCode

  /// Adds the locations and types of a file to the facts about the app.
  static func readDeclarations(_ tokens: [SwiftToken], of file: String, into code: inout AppCode) {
    var reader = AppCodeReader(tokens, of: file, databases: [], code)
    reader.readDeclarations()
    code = reader.code
  }

  /// Adds the types with which a file reads places; called after the declarations of all files are
  /// read.
  static func readPlaces(_ tokens: [SwiftToken], of file: String, into code: inout AppCode) {
    let names = code.locations.filter { $0.kind == .databases }.compactMap(\.constant)
    var reader = AppCodeReader(tokens, of: file, databases: Set(names), code)
    reader.readPlaces()
    code = reader.code
  }

  private init(
    _ tokens: [SwiftToken],
    of file: String,
    databases: Set<String>,
    _ code: AppCode
  ) {
    (self.tokens, self.file, self.databases, self.code) = (tokens, file, databases, code)
  }

  // MARK: Declarations

  private mutating func readDeclarations() {
    let words = tokens.compactMap { if case .word(let word) = $0.content { word } else { nil } }
    let isModel = words.contains { $0 == "Codable" || $0 == "Decodable" }
    var constant: (name: String, line: Int)?
    for (index, token) in tokens.enumerated() {
      switch token.content {
      case .word("let"), .word("var"): constant = word(at: index + 1).map { ($0, token.line) }
      case .word("struct") where isModel, .word("class") where isModel, .word("enum") where isModel:
        if let name = word(at: index + 1) { code.types[name, default: 0] += 1 }
      case .word("Database") where matches(Fragment.database, at: index):
        code.usesDefaultDatabase = true
      case .string(let text):
        // A literal of an earlier statement has another constant.
        let name = constant.flatMap { token.line - $0.line <= 1 ? $0.name : nil }
        if let (kind, url) = Self.service(text) {
          code.locations.append(
            .init(kind: kind, url: url, constant: name, file: file, line: token.line)
          )
        }
      default: continue
      }
    }
  }

  /// Returns the kind and the URL of a service that a literal names, or nil.
  private static func service(_ text: String) -> (ServiceKind, url: String)? {
    if let match = text.wholeMatch(
      of: /(https:\/\/[a-z0-9\-]+(\.firebaseio\.com|\.[a-z0-9\-]+\.firebasedatabase\.app))\/?/
    ) {
      return (.databases, String(match.1))
    }
    return text.wholeMatch(of: /(gs:\/\/[a-z0-9][a-z0-9._\-]+[a-z0-9])\/?/)
      .map { (.buckets, String($0.1)) }
  }

  // MARK: Places

  private mutating func readPlaces() {
    var index = 0
    // A chain is read once, from its beginning.
    var end = 0
    while index < tokens.count {
      switch tokens[index].content {
      case .mark("{"): enterScope(at: index)
      case .mark("}"): if scopes.count > 1 { scopes.removeLast() }
      case .word("func"), .word("init"): parameters = labels(after: index)
      case .word("let"), .word("var"):
        if let name = word(at: index + 1) { scopes[scopes.count - 1][name] = .some(nil) }
      case .word("for") where word(at: index + 2) == "in": declareElement(at: index)
      case .word(let name) where isAssignment(at: index): forget(name)
      case .word where index >= end:
        if let (start, place) = beginning(at: index) {
          end = follow(place, from: start, declaredBefore: index)
        }
      default: break
      }
      index += 1
    }
  }

  /// Enters a scope, in which the parameters of a function or closure hide other names.
  private mutating func enterScope(at index: Int) {
    var names = parameters
    parameters = []
    var place = index + 1
    var words: [String] = []
    while let token = tokens[safe: place], token.line == tokens[index].line {
      if case .word("in") = token.content {
        names += words
        break
      }
      if case .word(let word) = token.content { words.append(word) }
      place += 1
    }
    scopes.append(Dictionary(names.map { ($0, nil) }) { first, _ in first })
  }

  /// Returns the words before colons in the parameter list that follows a keyword.
  private func labels(after index: Int) -> [String] {
    guard let open = (index..<min(index + 12, tokens.count)).first(where: { isMark("(", at: $0) })
    else { return [] }
    return (open..<closing(open)).compactMap { isMark(":", at: $0 + 1) ? word(at: $0) : nil }
  }

  /// Returns true if a constant or variable that was declared before gets another value.
  private func isAssignment(at index: Int) -> Bool {
    isMark("=", at: index + 1) && !isMark("=", at: index + 2)
      && !["let", "var"].contains(word(at: index - 1))
  }

  private mutating func forget(_ name: String) {
    for index in scopes.indices where scopes[index][name] != nil {
      scopes[index][name] = .some(nil)
    }
  }

  /// Declares the variable of a loop over the elements of a place: `for room in rooms`.
  private mutating func declareElement(at index: Int) {
    guard let name = word(at: index + 1), let list = word(at: index + 3) else { return }
    var element = place(named: list)
    if case .database = element?.service { element?.keys?.append("*") }
    scopes[scopes.count - 1][name] = .some(element)
  }

  private func place(named name: String) -> Place? {
    for scope in scopes.reversed() { if let found = scope[name] { return found } }
    return nil
  }

  /// Returns the place at which a chain of calls begins, and the index after it.
  private func beginning(at index: Int) -> (end: Int, Place)? {
    if matches(Fragment.firestore, at: index) {
      return (index + Fragment.firestore.count, Place(service: .firestore, keys: []))
    }
    if matches(Fragment.database, at: index) {
      let service = AppCode.Read.Service.database(url: nil, constant: nil)
      return (index + Fragment.database.count, Place(service: service, keys: []))
    }
    let url = index + Fragment.databaseWithURL.count
    if matches(Fragment.databaseWithURL, at: index), isMark(")", at: url + 1),
      let (_, url) = string(at: url).flatMap(Self.service)
    {
      let service = AppCode.Read.Service.database(url: url, constant: nil)
      return (index + Fragment.databaseWithURL.count + 2, Place(service: service, keys: []))
    }
    guard let name = word(at: index) else { return nil }
    let isMember = isMark(".", at: index - 1)
    let owner = isMember ? word(at: index - 2) : nil
    if !isMember || owner == "self" { return place(named: name).map { (index + 1, $0) } }
    // A constant of another type: `Backend.shops`.
    guard databases.contains(name), owner?.first?.isUppercase == true else { return nil }
    return (index + 1, Place(service: .database(url: nil, constant: name), keys: []))
  }

  /// Follows a chain of calls and notes the types that it reads.
  ///
  /// - Returns: The index after the chain.
  private mutating func follow(_ start: Place, from first: Int, declaredBefore index: Int) -> Int {
    var (place, end) = (start, first)
    while let (name, next) = member(at: end) {
      end = next
      var arguments = end..<end
      if isMark("(", at: end) {
        let close = closing(end)
        arguments = min(end + 1, close)..<close
        end = close + 1
        extend(&place, by: name, arguments)
      } else if name == "children" {
        place.keys?.append("*")
      }
      note(typesIn: arguments, at: place)
      if isMark("{", at: end) {
        let close = closing(end)
        note(typesIn: end..<close, at: place)
        end = close + 1
      }
    }
    declare(place, before: index)
    return end
  }

  /// Returns the name of the member that continues a chain, and the index after it.
  private func member(at index: Int) -> (name: String, end: Int)? {
    var index = index
    while isMark("?", at: index) || isMark("!", at: index) { index += 1 }
    guard isMark(".", at: index), let name = word(at: index + 1) else { return nil }
    return (name, index + 2)
  }

  /// Extends a place by a call that names a child, a collection or a document.
  private func extend(_ place: inout Place, by name: String, _ arguments: Range<Int>) {
    switch name {
    case "reference" where arguments.isEmpty: break
    case _ where Self.placeMembers.contains(name):
      let keys = keys(arguments, of: name)
      place.keys = place.keys.flatMap { old in keys.map { old + $0 } }
    case "childByAutoId": place.keys?.append("*")
    case "observe", "observeSingleEvent":
      let isOfChildren = arguments.contains { word(at: $0)?.hasPrefix("child") == true }
      if isOfChildren { place.keys?.append("*") }
    case "collectionGroup", "parent", "root", "childSnapshot": place.keys = nil
    default: break
    }
  }

  /// Returns the keys that the arguments of a call name, or nil if they cannot be known.
  private func keys(_ arguments: Range<Int>, of name: String) -> [String]? {
    let literals = arguments.compactMap { string(at: $0) }
    let isLabeled = word(at: arguments.lowerBound) == "withPath"
    if let literal = literals.first, arguments.count == (isLabeled ? 3 : 1) {
      return Self.keys(literal)
    }
    guard literals.isEmpty, !arguments.contains(where: { isMark("+", at: $0) }) else { return nil }
    if name == "document" { return ["*"] }
    // An argument of a database may be a path; a name tells that it is a key.
    let words = arguments.compactMap { word(at: $0)?.lowercased() }
    let isKey = words.last.map { word in
      ["id", "key", "code", "index", "number"].contains { word.hasSuffix($0) }
    }
    return name == "child" && isKey == true ? ["*"] : nil
  }

  /// Returns the keys of a path; nil if an interpolation is a part of a key.
  private static func keys(_ path: String) -> [String]? {
    let keys = path.split(separator: "/").map { key in
      key == String(SwiftToken.interpolation) ? "*" : String(key)
    }
    let isPlain = keys.allSatisfy { $0 == "*" || $0.wholeMatch(of: /[A-Za-z0-9_\-]+/) != nil }
    return isPlain ? keys : nil
  }

  /// Notes the types of `data(as:)` and `getDocument(as:)` among tokens, up to a call that names
  /// another place.
  private mutating func note(typesIn range: Range<Int>, at place: Place) {
    guard var keys = place.keys, let first = keys.first, first != "*" else { return }
    if case .firestore = place.service, keys.count % 2 == 1 { keys.append("*") }
    for index in range {
      let name = word(at: index) ?? ""
      if Self.placeMembers.contains(name), isMark("(", at: index + 1) { return }
      guard name == "as", isMark(":", at: index + 1), let type = type(at: index + 2) else {
        continue
      }
      code.reads.append(
        .init(service: place.service, keys: keys, type: type, file: file, line: tokens[index].line)
      )
    }
  }

  /// Returns the type before `.self`, in Swift's notation.
  private func type(at start: Int) -> String? {
    var text = ""
    for index in start..<min(start + 12, tokens.count) {
      if isMark(".", at: index), word(at: index + 1) == "self" { return text }
      switch tokens[index].content {
      case .word(let word): text += word
      case .mark(":"): text += ": "
      case .mark(let mark) where "[].".contains(mark): text.append(mark)
      default: return nil
      }
    }
    return nil
  }

  /// Gives a place to the constant or variable that is declared with it.
  private mutating func declare(_ place: Place, before index: Int) {
    var start = index
    while start > 0, !tokens[start].beginsLine { start -= 1 }
    guard let equals = (start..<index).last(where: { tokens[$0].content == .mark("=") }),
      let keyword = (start..<equals).last(where: {
        tokens[$0].content == .word("let") || tokens[$0].content == .word("var")
      }),
      let name = word(at: keyword + 1)
    else { return }
    scopes[scopes.count - 1][name] = place
  }

  // MARK: Tokens

  private func word(at index: Int) -> String? {
    if case .word(let word) = tokens[safe: index]?.content { word } else { nil }
  }

  private func string(at index: Int) -> String? {
    if case .string(let text) = tokens[safe: index]?.content { text } else { nil }
  }

  private func isMark(_ mark: Character, at index: Int) -> Bool {
    tokens[safe: index]?.content == .mark(mark)
  }

  /// Returns true if the tokens at an index are those of a code fragment.
  private func matches(_ fragment: [SwiftToken.Content], at index: Int) -> Bool {
    index + fragment.count <= tokens.count
      && zip(fragment, tokens[index...]).allSatisfy { $0 == $1.content }
  }

  /// Returns the index of the mark that closes a parenthesis or brace, or of the last token.
  private func closing(_ open: Int) -> Int {
    var depth = 0
    for index in open..<tokens.count {
      if case .mark(let mark) = tokens[index].content {
        if "([{".contains(mark) { depth += 1 }
        if ")]}".contains(mark) { depth -= 1 }
      }
      if depth == 0 { return index }
    }
    return tokens.count - 1
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
