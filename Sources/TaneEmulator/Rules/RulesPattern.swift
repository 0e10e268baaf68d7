/// A regular expression in a Realtime Database rule, such as `/^[a-z]+$/i`.
///
/// The syntax is a subset of common regular expressions, without lookaround or backreferences, so
/// matching takes time proportional to the length of the text
/// (<https://firebase.google.com/docs/database/security/regex>).
struct RulesPattern: Sendable {
  /// A set of characters: the union of ranges, or its complement.
  fileprivate struct CharacterClass: Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    var isNegated = false

    static let any = CharacterClass(ranges: [], isNegated: true)

    func contains(_ scalar: UInt32) -> Bool {
      ranges.contains { $0.contains(scalar) } != isNegated
    }
  }

  /// A step of the automaton.
  fileprivate enum Step: Sendable {
    case character(CharacterClass)
    /// A step that continues at both of the given steps.
    case split(Int, Int)
    case end
  }

  fileprivate var steps: [Step] = []
  fileprivate var isAnchoredAtStart = false
  fileprivate var isAnchoredAtEnd = false
  fileprivate var ignoresCase = false
  fileprivate var hasDot = false
  /// The reason Firebase's documentation does not define the pattern's matches, or nil if it does.
  fileprivate(set) var undefinedMatchReason: String?

  /// Parses a pattern, given without its slashes.
  ///
  /// - Throws: The index of the first invalid character and the reason.
  init(_ scalars: ArraySlice<Unicode.Scalar>, flags: String) throws(Invalid) {
    guard flags.isEmpty || flags == "i" else {
      throw Invalid(index: scalars.endIndex, reason: "\"i\" is the only supported flag")
    }
    ignoresCase = flags == "i"
    var parser = PatternParser(scalars)
    let node = try parser.pattern()
    (isAnchoredAtStart, isAnchoredAtEnd) = (parser.isAnchoredAtStart, parser.isAnchoredAtEnd)
    (hasDot, undefinedMatchReason) = (parser.hasDot, parser.undefinedMatchReason)
    var compiler = PatternCompiler()
    guard compiler.add(node) else {
      throw Invalid(index: scalars.startIndex, reason: "the pattern is too large")
    }
    steps = compiler.steps + [.end]
  }

  struct Invalid: Error {
    let index: Int
    let reason: String
  }
}

extension RulesPattern {
  /// Returns the reason the result of matching a text is undefined, or nil if it is defined.
  func undefinedReason(for text: String) -> String? {
    if let undefinedMatchReason { return undefinedMatchReason }
    if text.unicodeScalars.contains(where: { $0.value > 0xFFFF }) {
      return "the text has characters outside of the Basic Multilingual Plane"
    }
    let breaks: Set<Unicode.Scalar> = ["\n", "\r", "\u{2028}", "\u{2029}", "\u{85}"]
    guard hasDot, text.unicodeScalars.contains(where: breaks.contains) else { return nil }
    return "the text contains a line break, and the pattern contains a dot"
  }

  /// Returns true if a text matches, or contains a match if the pattern is not anchored.
  func matches(_ text: String) -> Bool {
    var current = Threads(count: steps.count)
    var next = current
    for scalar in text.unicodeScalars {
      if current.isFirst || !isAnchoredAtStart { add(0, to: &current) }
      if current.hasEnded, !isAnchoredAtEnd { return true }
      for index in current.steps {
        guard case .character(let characters) = steps[index] else { continue }
        if isMember(scalar, of: characters) { add(index + 1, to: &next) }
      }
      swap(&current, &next)
      current.isFirst = false
      next.clear()
    }
    if current.isFirst || !isAnchoredAtStart { add(0, to: &current) }
    return current.hasEnded
  }

  /// The steps that the automaton has reached.
  private struct Threads {
    var steps: [Int] = []
    var isReached: [Bool]
    var hasEnded = false
    var isFirst = true

    init(count: Int) { isReached = Array(repeating: false, count: count) }

    mutating func clear() {
      for step in steps { isReached[step] = false }
      steps.removeAll(keepingCapacity: true)
      hasEnded = false
    }
  }

  private func add(_ start: Int, to threads: inout Threads) {
    var waiting = [start]
    while let index = waiting.popLast() {
      guard !threads.isReached[index] else { continue }
      threads.isReached[index] = true
      threads.steps.append(index)
      switch steps[index] {
      case .character: break
      case .split(let first, let second): waiting += [second, first]
      case .end: threads.hasEnded = true
      }
    }
  }

  private func isMember(_ scalar: Unicode.Scalar, of characters: CharacterClass) -> Bool {
    guard ignoresCase else { return characters.contains(scalar.value) }
    let properties = scalar.properties
    let forms = [String(scalar), properties.lowercaseMapping, properties.uppercaseMapping]
    let values = Set(
      forms.compactMap { $0.unicodeScalars.count == 1 ? $0.unicodeScalars.first : nil }
    )
    var positive = characters
    positive.isNegated = false
    return values.contains { positive.contains($0.value) } != characters.isNegated
  }
}

/// A node in the syntax tree of a pattern.
private indirect enum PatternNode {
  case characters(RulesPattern.CharacterClass)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  case repeated(PatternNode, least: Int, most: Int?)
}

/// A compiler that turns the syntax tree of a pattern into the steps of an automaton.
private struct PatternCompiler {
  /// The maximum number of nodes, which limits patterns such as `((a{99}){99}){99}`.
  private static let limit = 10_000

  var steps: [RulesPattern.Step] = []

  /// The number of nodes added, including nodes without steps.
  private var count = 0

  /// Appends the steps of a node; returns false if the pattern is too large.
  mutating func add(_ node: PatternNode) -> Bool {
    count += 1
    guard count <= Self.limit else { return false }
    switch node {
    case .characters(let characters):
      steps.append(.character(characters))
      return true
    case .sequence(let nodes):
      return nodes.allSatisfy { add($0) }
    case .alternatives(let nodes):
      return addAlternatives(nodes[...])
    case .repeated(_, _, let most) where most == 0: return true
    case .repeated(let node, let least, let most):
      for _ in 0..<least where !add(node) { return false }
      guard let most else { return addLoop(node) }
      return addOptions(node, most - least)
    }
  }

  private mutating func addAlternatives(_ nodes: ArraySlice<PatternNode>) -> Bool {
    guard let first = nodes.first else { return true }
    guard nodes.count > 1 else { return add(first) }
    let split = steps.count
    steps.append(.end)
    guard add(first) else { return false }
    let jump = steps.count
    steps.append(.end)
    steps[split] = .split(split + 1, steps.count)
    guard addAlternatives(nodes.dropFirst()) else { return false }
    steps[jump] = .split(steps.count, steps.count)
    return true
  }

  private mutating func addLoop(_ node: PatternNode) -> Bool {
    let split = steps.count
    steps.append(.end)
    guard add(node) else { return false }
    steps.append(.split(split, split))
    steps[split] = .split(split + 1, steps.count)
    return true
  }

  private mutating func addOptions(_ node: PatternNode, _ count: Int) -> Bool {
    var splits: [Int] = []
    for _ in 0..<count {
      splits.append(steps.count)
      steps.append(.end)
      guard add(node) else { return false }
    }
    for split in splits { steps[split] = .split(split + 1, steps.count) }
    return true
  }
}

private struct PatternParser {
  private static let sets: [Unicode.Scalar: [ClosedRange<UInt32>]] = [
    "d": [0x30...0x39],
    "w": [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A],
    "s": [0x09...0x0D, 0x20...0x20],
  ]

  private let scalars: ArraySlice<Unicode.Scalar>
  private var index: Int
  private var depth = 0
  private(set) var isAnchoredAtStart = false
  private(set) var isAnchoredAtEnd = false
  private(set) var hasDot = false
  private(set) var undefinedMatchReason: String?

  init(_ scalars: ArraySlice<Unicode.Scalar>) {
    self.scalars = scalars
    index = scalars.startIndex
  }

  private var next: Unicode.Scalar? { index < scalars.endIndex ? scalars[index] : nil }

  private func invalid(_ reason: String) -> RulesPattern.Invalid {
    RulesPattern.Invalid(index: index, reason: reason)
  }

  private func missing(_ sign: String) -> RulesPattern.Invalid {
    invalid("\"\(sign)\" is missing")
  }

  mutating func pattern() throws(RulesPattern.Invalid) -> PatternNode {
    if next == "^" { (isAnchoredAtStart, index) = (true, index + 1) }
    let node = try alternatives()
    if next == "$", index == scalars.endIndex - 1 { (isAnchoredAtEnd, index) = (true, index + 1) }
    switch next {
    case nil: break
    case "$": throw invalid("\"$\" is supported only at the end of a pattern")
    case ")": throw invalid("\")\" without \"(\"")
    default: throw invalid("this character is not valid here")
    }
    if case .alternatives = node, isAnchoredAtStart || isAnchoredAtEnd {
      undefinedMatchReason =
        "the pattern combines an anchor with alternatives; enclose the alternatives in parentheses"
    }
    return node
  }

  private mutating func alternatives() throws(RulesPattern.Invalid) -> PatternNode {
    var nodes = [try sequence()]
    while next == "|" {
      index += 1
      nodes.append(try sequence())
    }
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func sequence() throws(RulesPattern.Invalid) -> PatternNode {
    var nodes: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")", scalar != "$" {
      nodes.append(try repeated(try element()))
    }
    guard let first = nodes.first else {
      throw invalid("the pattern, a group or an alternative is empty")
    }
    return nodes.count == 1 ? first : .sequence(nodes)
  }

  private mutating func element() throws(RulesPattern.Invalid) -> PatternNode {
    guard let scalar = next else { throw invalid("the pattern ends unexpectedly") }
    switch scalar {
    case "(": return try group()
    case "[": return .characters(try set())
    case "\\": return .characters(try escaped())
    case "^": throw invalid("\"^\" is supported only at the beginning of a pattern")
    case "*", "+", "?", "{": throw invalid("nothing to repeat before \"\(scalar)\"")
    case ".":
      (hasDot, index) = (true, index + 1)
      return .characters(.any)
    default:
      index += 1
      return .characters(RulesPattern.CharacterClass(ranges: [scalar.value...scalar.value]))
    }
  }

  private mutating func group() throws(RulesPattern.Invalid) -> PatternNode {
    guard depth < 50 else { throw invalid("the pattern has too many nested parentheses") }
    (depth, index) = (depth + 1, index + 1)
    let node = try alternatives()
    guard next == ")" else { throw missing(")") }
    (depth, index) = (depth - 1, index + 1)
    return node
  }

  private mutating func escaped() throws(RulesPattern.Invalid) -> RulesPattern.CharacterClass {
    index += 1
    guard let scalar = next else { throw invalid("a character is missing after \"\\\"") }
    index += 1
    let lower = Unicode.Scalar(scalar.value | 0x20) ?? scalar
    if let ranges = Self.sets[lower] {
      return RulesPattern.CharacterClass(ranges: ranges, isNegated: lower != scalar)
    }
    if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
      undefinedMatchReason = "\"\\\(scalar)\" is not one of \\s, \\w, \\d, \\S, \\W and \\D"
    }
    return RulesPattern.CharacterClass(ranges: [scalar.value...scalar.value])
  }

  private mutating func set() throws(RulesPattern.Invalid) -> RulesPattern.CharacterClass {
    index += 1
    var set = RulesPattern.CharacterClass()
    if next == "^" { (set.isNegated, index) = (true, index + 1) }
    guard next != "]" else { throw invalid("the brackets are empty") }
    while let scalar = next, scalar != "]" {
      let first = try setElement()
      guard next == "-", index + 1 < scalars.endIndex, scalars[index + 1] != "]",
        let least = Self.single(first)
      else {
        if first.isNegated { undefinedMatchReason = "the brackets contain a negated set" }
        set.ranges += first.ranges
        continue
      }
      index += 1
      guard let most = Self.single(try setElement()), least <= most else {
        throw invalid("the character range is not valid")
      }
      set.ranges.append(least...most)
    }
    guard next == "]" else { throw missing("]") }
    index += 1
    return set
  }

  private mutating func setElement() throws(RulesPattern.Invalid) -> RulesPattern.CharacterClass {
    guard let scalar = next else { throw missing("]") }
    if scalar == "\\" { return try escaped() }
    index += 1
    return RulesPattern.CharacterClass(ranges: [scalar.value...scalar.value])
  }

  private static func single(_ characters: RulesPattern.CharacterClass) -> UInt32? {
    guard !characters.isNegated, characters.ranges.count == 1, let range = characters.ranges.first,
      range.count == 1
    else { return nil }
    return range.lowerBound
  }

  private mutating func repeated(_ node: PatternNode) throws(RulesPattern.Invalid) -> PatternNode {
    var node = node
    var count = 0
    while let scalar = next, "*+?{".unicodeScalars.contains(scalar) {
      index += 1
      switch scalar {
      case "*": node = .repeated(node, least: 0, most: nil)
      case "+": node = .repeated(node, least: 1, most: nil)
      case "?": node = .repeated(node, least: 0, most: 1)
      default: node = try counted(node)
      }
      count += 1
      guard count < 3 else { throw invalid("nothing to repeat before \"\(scalar)\"") }
    }
    if count > 1 { undefinedMatchReason = "the pattern applies a quantifier to a quantifier" }
    return node
  }

  private mutating func counted(_ node: PatternNode) throws(RulesPattern.Invalid) -> PatternNode {
    let least = try number()
    var most: Int? = least
    if next == "," {
      index += 1
      most = next == "}" ? nil : try number()
    }
    guard next == "}" else { throw missing("}") }
    index += 1
    guard most.map({ least <= $0 }) ?? true else {
      throw invalid("the minimum number of repetitions is greater than the maximum")
    }
    return .repeated(node, least: least, most: most)
  }

  private mutating func number() throws(RulesPattern.Invalid) -> Int {
    var digits = ""
    while let scalar = next, ("0"..."9").contains(scalar) {
      digits.unicodeScalars.append(scalar)
      index += 1
    }
    guard let number = Int(digits), number <= 1000 else {
      throw invalid("expected a repetition count of at most 1000")
    }
    return number
  }
}
