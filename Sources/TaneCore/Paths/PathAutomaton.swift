/// A lazily built automaton that matches patterns key by key while a tree is traversed.
///
/// A state is created when it is first reached, so patterns are evaluated once for each state, not
/// for each node.
struct PathAutomaton {
  /// The progress of the patterns after the keys read so far.
  typealias State = Int

  /// The state in which no pattern can match.
  static let dead: State = 0

  private struct Position: Hashable, Comparable {
    let pattern: Int
    let step: Int

    static func < (left: Position, right: Position) -> Bool {
      (left.pattern, left.step) < (right.pattern, right.step)
    }
  }

  private struct Node {
    let positions: [Position]
    let isIgnored: Bool
    let member: String?
    /// The transitions for the keys that a pattern names; all other keys share one transition.
    var named: [(key: ExactKey, next: State?)]
    var otherwise: State?
  }

  private let patterns: [PathPattern]
  private let members: [String?]
  private var nodes: [Node] = []
  private var known: [[Position]: State] = [:]

  /// The state at the root.
  private(set) var start: State = dead

  init(ignored: [PathPattern], rules: [ListIdentity.Rule]) {
    patterns = rules.map(\.lists) + ignored
    members = rules.map(\.member) + ignored.map { _ in nil }
    _ = state(at: [])
    start = state(at: patterns.indices.map { Position(pattern: $0, step: 0) })
  }

  /// Returns true if a pattern of ignored nodes matches the state's node itself, not only an
  /// ancestor.
  func isIgnored(_ state: State) -> Bool { nodes[state].isIgnored }

  /// Returns the member that identifies the elements of a list in this state, or nil if no rule
  /// specifies one.
  func member(_ state: State) -> String? { nodes[state].member }

  /// Returns the state of the child under a key.
  mutating func next(_ state: State, key: UnsafeBufferPointer<UInt8>) -> State {
    if state == Self.dead { return Self.dead }
    for index in nodes[state].named.indices
    where nodes[state].named[index].key.text.utf8.elementsEqual(key) {
      if let next = nodes[state].named[index].next { return next }
      let next = self.state(after: state, key: nodes[state].named[index].key)
      nodes[state].named[index].next = next
      return next
    }
    return nextForUnnamedKey(state)
  }

  /// Returns the state of the element at an index.
  mutating func next(_ state: State, index: Int) -> State {
    if nodes[state].named.isEmpty { return nextForUnnamedKey(state) }
    var key = String(index)
    return key.withUTF8 { next(state, key: $0) }
  }

  /// Returns the state of a child under a key that no pattern names.
  mutating func nextForUnnamedKey(_ state: State) -> State {
    if state == Self.dead { return Self.dead }
    if let next = nodes[state].otherwise { return next }
    let next = self.state(after: state, key: nil)
    nodes[state].otherwise = next
    return next
  }

  /// Returns true if a pattern of ignored nodes matches all children.
  mutating func ignoresAnyKey(_ state: State) -> Bool {
    let next = nextForUnnamedKey(state)
    return isIgnored(next)
  }

  private mutating func state(after state: State, key: ExactKey?) -> State {
    self.state(
      at: nodes[state].positions.compactMap { position in
        let steps = patterns[position.pattern].steps
        guard position.step < steps.count else { return nil }
        let after = Position(pattern: position.pattern, step: position.step + 1)
        switch steps[position.step] {
        case .anyKeys: return position
        case .anyKey: return after
        case .key(let wanted): return wanted == key ? after : nil
        }
      }
    )
  }

  /// Returns the state for the given positions and those that `**` reaches without consuming a key.
  private mutating func state(at positions: [Position]) -> State {
    let positions = Set(positions.flatMap { positionsReachedWithoutKey(from: $0) }).sorted()
    if let state = known[positions] { return state }
    let ends = positions.filter { $0.step == patterns[$0.pattern].steps.count }
    let keys = positions.compactMap { position -> ExactKey? in
      let steps = patterns[position.pattern].steps
      guard position.step < steps.count, case .key(let key) = steps[position.step]
      else { return nil }
      return key
    }
    nodes.append(
      Node(
        positions: positions,
        isIgnored: ends.contains { members[$0.pattern] == nil },
        member: ends.compactMap { members[$0.pattern] }.first,
        named: Set(keys).map { ($0, nil) }
      )
    )
    known[positions] = nodes.count - 1
    return nodes.count - 1
  }

  private func positionsReachedWithoutKey(from position: Position) -> [Position] {
    let steps = patterns[position.pattern].steps
    let rest = steps[position.step...].prefix { $0 == .anyKeys }.count
    return (0...rest).map { Position(pattern: position.pattern, step: position.step + $0) }
  }
}
