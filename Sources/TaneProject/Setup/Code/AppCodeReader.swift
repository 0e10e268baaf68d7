import TaneCore

/// A reader of the nodes and documents that a Swift file decodes as types.
///
/// The code is not compiled. Only completely understood call chains are analyzed: they begin at a
/// service, or at a constant, a variable or a closure's parameter whose value is such a chain, and
/// contain only members of the Firebase SDK. All other code is ignored, since a wrong mapping is
/// worse than none.
struct AppCodeReader {
  /// A reference, a query or a snapshot of a node, a document or a collection.
  private struct DataReference: Equatable {
    let service: AppCode.DecodedNode.Service
    /// The keys of the path; `*` for keys that are not literals.
    var keys: [String]
    /// A Boolean value indicating whether the value is a collection of children.
    var isList = false
  }

  /// The data references of the names in a scope; nil for a name with any other value.
  private typealias Scope = [String: DataReference?]

  /// The depth of nested braces beyond which the analysis of a file stops.
  private static let maximumDepth = 100
  /// The maximum number of tokens to search for the parameters of a closure or function.
  private static let headLength = 40

  private let source: AppSource
  /// The names of constants and variables that contain databases, in all files.
  private let databases: Set<String>
  private let service: (String) -> (kind: ServiceKind, url: String)?
  private var scopes: [Scope] = [[:]]
  /// The names to declare within the next braces, and the index after which those braces begin.
  private var pending: (names: Scope, after: Int) = ([:], 0)
  /// The values of closure parameters, by the index of the closure's opening brace.
  private var closureArguments: [Int: (place: DataReference, parameter: Int)] = [:]
  private var reads: [AppCode.DecodedNode] = []

  /// Returns the nodes and documents that a file decodes as types, given the constants and
  /// variables with databases in all files and a closure that returns the service for a literal.
  static func reads(
    in source: AppSource,
    databases: Set<String>,
    service: @escaping (String) -> (kind: ServiceKind, url: String)?
  ) -> [AppCode.DecodedNode] {
    var reader = AppCodeReader(source, databases, service)
    reader.run()
    return reader.reads
  }

  private init(
    _ source: AppSource,
    _ databases: Set<String>,
    _ service: @escaping (String) -> (kind: ServiceKind, url: String)?
  ) {
    (self.source, self.databases, self.service) = (source, databases, service)
  }

  private mutating func run() {
    for index in source.tokens.indices {
      switch source.tokens[index].content {
      case .symbol("{"): enterScope(at: index)
      case .symbol("}"): if scopes.count > 1 { scopes.removeLast() }
      case .word("func"), .word("init"), .word("subscript"): declareParameters(after: index)
      case .word("let"), .word("var"), .word("case"): declare(at: index)
      case .word("for"): declareElement(at: index)
      case .word:
        if let (start, place) = beginning(at: index) { _ = analyzeChain(place, from: start) }
      default: break
      }
      guard scopes.count <= Self.maximumDepth else { return }
    }
  }

  // MARK: Scopes

  /// Enters a scope, in which the parameters of a function or closure hide other names.
  private mutating func enterScope(at index: Int) {
    var names: Scope = ["$0": nil, "$1": nil]
    if index > pending.after {
      names.merge(pending.names) { $1 }
      pending = ([:], 0)
    }
    let parameters = closureParameters(at: index)
    for name in parameters { names[name] = .some(nil) }
    if let (place, parameter) = closureArguments[index] {
      if parameters.isEmpty {
        names["$\(parameter)"] = place
      } else if parameters.indices.contains(parameter) {
        names[parameters[parameter]] = place
      }
    }
    scopes.append(names)
  }

  /// Returns the parameters of the closure whose opening brace is at an index: the words before
  /// `in`, except the names in a capture list and in types.
  private func closureParameters(at index: Int) -> [String] {
    var names: [String] = []
    var (place, end) = (index + 1, min(index + Self.headLength, source.tokens.count))
    if source.isSymbol("[", at: place) { place = source.closing(place) + 1 }
    var isType = false
    while place < end {
      switch source.tokens[place].content {
      case .word("in"): return names
      case .word(let word) where !isType: names.append(word)
      case .word: break
      case .symbol(","): isType = false
      case .symbol(":"), .symbol("-"): isType = true
      case .symbol(let symbol) where "()?!<>[].@&".contains(symbol): break
      default: end = place
      }
      place += 1
    }
    return []
  }

  private mutating func declareParameters(after index: Int) {
    guard
      let open = (index..<min(index + Self.headLength, source.tokens.count)).first(where: {
        source.isSymbol("(", at: $0)
      })
    else { return }
    let close = source.closing(open)
    let names = (open..<close).filter { source.isSymbol(":", at: $0 + 1) }
      .compactMap { source.word(at: $0) }
    pending = (Scope(names.map { ($0, nil) }) { first, _ in first }, close)
  }

  /// Declares a constant or variable, or the names of a pattern.
  private mutating func declare(at index: Int) {
    guard let name = source.word(at: index + 1), name != "let", name != "var" else {
      // The names of a pattern, such as `let (a, b)` or `case let .found(a)`.
      let open = (index..<min(index + 6, source.tokens.count)).first {
        source.isSymbol("(", at: $0)
      }
      guard let open else { return }
      for place in open..<source.closing(open) { source.word(at: place).map { hide($0) } }
      return
    }
    guard source.tokens[index].content != .word("case") else { return hide(name) }
    // In `if let name` and `guard let name`, the name retains its value.
    guard let value = source.value(ofDeclarationAt: index) else {
      let before = source.word(at: index - 1) ?? (source.isSymbol(",", at: index - 1) ? "," : "")
      guard !["if", "guard", "while", ","].contains(before) else { return }
      return source.isSymbol(":", at: index + 2) ? declareComputed(name, at: index) : hide(name)
    }
    let isCondition = source.isCondition(index)
    let place = readAssignedReference(at: value, isCondition: isCondition)
    if isCondition {
      pending = (pending.names.merging([name: place]) { $1 }, value)
    } else if scopes[scopes.count - 1][name] == nil, !source.assigned.contains(name) {
      scopes[scopes.count - 1][name] = .some(place)
    } else {
      // Other branches of `#if`, or later assignments, may change the value.
      hide(name)
    }
  }

  private mutating func hide(_ name: String) { scopes[scopes.count - 1][name] = .some(nil) }

  /// Declares a computed property whose body is a single chain.
  private mutating func declareComputed(_ name: String, at index: Int) {
    let end = min(index + 8, source.tokens.count)
    guard let open = (index..<end).first(where: { source.isSymbol("{", at: $0) }) else {
      return hide(name)
    }
    let start = source.word(at: open + 1) == "return" ? open + 2 : open + 1
    guard let (first, place) = beginning(at: start) else { return hide(name) }
    let (result, last) = analyzeChain(place, from: first)
    scopes[scopes.count - 1][name] = .some(last == source.closing(open) ? result : nil)
  }

  /// Returns the data that an expression refers to, or nil if the expression is not a single call
  /// chain; in a condition, a brace after the chain begins the body rather than a closure.
  private mutating func readAssignedReference(at index: Int, isCondition: Bool) -> DataReference? {
    var start = index
    while ["try", "await"].contains(source.word(at: start)) || source.isSymbol("?", at: start)
      || source.isSymbol("!", at: start)
    {
      start += 1
    }
    // An owner such as `Backend` in `Backend.shops` does not begin a chain.
    if source.isSymbol(".", at: start + 1), beginning(at: start) == nil { start += 2 }
    guard let (first, place) = beginning(at: start) else { return nil }
    let (result, end) = analyzeChain(place, from: first, hasClosures: !isCondition)
    return source.endsExpression(end) ? result : nil
  }

  /// Declares the variable of a loop over children: `for room in rooms.documents`.
  private mutating func declareElement(at index: Int) {
    let head = index + 1..<min(index + 12, source.tokens.count)
    guard let separator = head.first(where: { source.word(at: $0) == "in" }) else { return }
    var names = Scope((index + 1..<separator).compactMap { source.word(at: $0) }.map { ($0, nil) })
    {
      first,
      _ in first
    }
    if separator == index + 2, let name = source.word(at: index + 1),
      var place = readAssignedReference(at: separator + 1, isCondition: true), place.isList
    {
      place.isList = false
      names[name] = place
    }
    pending = (names, separator)
  }

  private func place(named name: String) -> DataReference? {
    for scope in scopes.reversed() { if let found = scope[name] { return found } }
    return nil
  }

  // MARK: Chains

  /// Returns the value at which a call chain begins, and the index after the value.
  private func beginning(at index: Int) -> (end: Int, DataReference)? {
    guard let name = source.word(at: index) else { return nil }
    let owner = source.isSymbol(".", at: index - 1) ? source.word(at: index - 2) ?? "" : nil
    switch (owner, name) {
    case (nil, "Firestore") where source.matches(AppSource.Fragment.firestore, at: index):
      return (
        index + AppSource.Fragment.firestore.count, DataReference(service: .firestore, keys: [])
      )
    case (nil, "Database") where source.matches(AppSource.Fragment.database, at: index):
      let place = DataReference(service: .database(url: nil, constant: nil), keys: [])
      return (index + AppSource.Fragment.database.count, place)
    case (nil, "Database") where source.matches(AppSource.Fragment.databaseWithURL, at: index):
      let literal = index + AppSource.Fragment.databaseWithURL.count
      guard let url = source.string(at: literal).flatMap(service)?.url,
        source.isSymbol(")", at: literal + 1)
      else { return nil }
      return (literal + 2, DataReference(service: .database(url: url, constant: nil), keys: []))
    case (nil, _), ("self", _): return place(named: name).map { (index + 1, $0) }
    // A constant of another type: `Backend.shops`.
    case (let owner?, _) where databases.contains(name) && owner.first?.isUppercase == true:
      return (index + 1, DataReference(service: .database(url: nil, constant: name), keys: []))
    default: return nil
    }
  }

  /// Analyzes a call chain and records the types that it decodes.
  ///
  /// - Parameters:
  ///   - start: The value at which the chain begins.
  ///   - first: The index after the beginning.
  ///   - hasClosures: False in a condition, where a brace begins the body rather than a closure.
  /// - Returns: The value of the chain, which is nil if it is unknown, and the index after the
  ///   chain.
  private mutating func analyzeChain(
    _ start: DataReference,
    from first: Int,
    hasClosures: Bool = true
  ) -> (DataReference?, end: Int) {
    var (place, end): (DataReference?, Int) = (start, skippingCast(first))
    while let (name, next) = source.member(at: end) {
      end = next
      var arguments: Range<Int>?
      if source.isSymbol("(", at: end) {
        let close = source.closing(end)
        arguments = min(end + 1, close)..<close
        end = close + 1
      }
      let isClosure = hasClosures && source.isSymbol("{", at: end) && !source.tokens[end].beginsLine
      let closure = isClosure ? end : nil
      if let known = place { place = member(name, of: known, arguments, closure) }
      if let closure { end = source.closing(closure) + 1 }
    }
    return (place, skippingCast(end))
  }

  /// Returns the index after a cast to `DataSnapshot`, or the given index if there is no cast.
  private func skippingCast(_ index: Int) -> Int {
    guard source.word(at: index) == "as", source.word(at: index + 2) == "DataSnapshot" else {
      return index
    }
    return source.isSymbol(")", at: index + 3) && source.member(at: index + 4) != nil
      ? index + 4 : index + 3
  }

  /// Returns the value of a member of the SDK, or nil for an unknown member.
  private mutating func member(
    _ name: String,
    of place: DataReference,
    _ arguments: Range<Int>?,
    _ closure: Int?
  ) -> DataReference? {
    if let type = arguments.flatMap(source.readType), ["data", "getDocument"].contains(name) {
      recordRead(type, at: place, line: source.tokens[arguments?.lowerBound ?? 0].line)
      return nil
    }
    if place.isList { return listMember(name, of: place, closure) }
    return place.service == .firestore
      ? firestoreMember(name, of: place, arguments, closure)
      : databaseMember(name, of: place, arguments, closure)
  }

  private mutating func firestoreMember(
    _ name: String,
    of place: DataReference,
    _ arguments: Range<Int>?,
    _ closure: Int?
  ) -> DataReference? {
    var result = place
    switch name {
    case "collection", "document":
      guard let keys = arguments.flatMap({ source.keys($0, anyKey: name == "document") }) else {
        return nil
      }
      result.keys += keys
      let isDocument = result.keys.count % 2 == 0
      return isDocument == (name == "document") ? result : nil
    case "whereField", "order", "limit", "start", "end", "reference": return place
    case "getDocument", "getDocuments", "addSnapshotListener":
      if let closure { closureArguments[closure] = (place, 0) }
      return closure == nil ? place : nil
    case "documents" where arguments == nil && place.keys.count % 2 == 1:
      result.isList = true
      return result
    default: return nil
    }
  }

  private mutating func databaseMember(
    _ name: String,
    of place: DataReference,
    _ arguments: Range<Int>?,
    _ closure: Int?
  ) -> DataReference? {
    var result = place
    switch name {
    case "reference" where arguments?.isEmpty == true, "ref" where arguments == nil: return place
    case "child", "reference":
      guard let keys = arguments.flatMap({ source.keys($0, anyKey: false) }) else { return nil }
      result.keys += keys
      return result
    case "childByAutoId":
      result.keys.append("*")
      return result
    case "getData":
      if let closure { closureArguments[closure] = (place, 1) }
      return closure == nil ? place : nil
    case "observe", "observeSingleEvent":
      guard let event = arguments.flatMap(source.event), let closure else { return nil }
      if event != "value" { result.keys.append("*") }
      closureArguments[closure] = (result, 0)
      return nil
    case "children" where arguments == nil:
      (result.keys, result.isList) = (place.keys + ["*"], true)
      return result
    case _ where name.hasPrefix("query"): return place
    default: return nil
    }
  }

  /// Returns the value of a member of a list of snapshots, or nil for an unknown member.
  private mutating func listMember(_ name: String, of place: DataReference, _ closure: Int?)
    -> DataReference?
  {
    var element = place
    element.isList = false
    switch name {
    case "first" where closure == nil, "last" where closure == nil: return element
    case "map", "compactMap", "forEach":
      if let closure { closureArguments[closure] = (element, 0) }
      return nil
    case "filter", "prefix", "reversed", "sorted":
      if let closure, name == "filter" { closureArguments[closure] = (element, 0) }
      return place
    default: return nil
    }
  }

  private mutating func recordRead(_ type: String, at place: DataReference, line: Int) {
    var keys = place.keys
    guard let first = keys.first, first != "*", !place.isList else { return }
    if place.service == .firestore, keys.count % 2 == 1 { keys.append("*") }
    let read = AppCode.DecodedNode(
      service: place.service,
      keys: keys,
      type: type,
      file: source.path,
      line: line
    )
    reads.append(read)
  }
}
