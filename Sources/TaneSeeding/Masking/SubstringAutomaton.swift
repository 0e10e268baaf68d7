/// An automaton that finds many strings in one pass (Aho and Corasick, 1975).
///
/// Time and memory depend on the total length of the strings, not on their number.
struct SubstringAutomaton: Sendable {
  /// The transitions, by state and byte, in a hash table with open addressing.
  private struct Edges: Sendable {
    private var keys: [UInt64] = Array(repeating: 0, count: 1024)
    private var states: [Int32] = Array(repeating: 0, count: 1024)
    private var count = 0

    func next(_ state: Int32, _ byte: UInt8) -> Int32? {
      let key = Self.key(state, byte)
      var slot = slot(of: key)
      while keys[slot] != 0 {
        if keys[slot] == key { return states[slot] }
        slot = (slot + 1) & (keys.count - 1)
      }
      return nil
    }

    mutating func add(_ state: Int32, _ byte: UInt8, to next: Int32) {
      if count * 4 >= keys.count * 3 { grow() }
      insert(Self.key(state, byte), next)
      count += 1
    }

    private mutating func insert(_ key: UInt64, _ state: Int32) {
      var slot = slot(of: key)
      while keys[slot] != 0 { slot = (slot + 1) & (keys.count - 1) }
      (keys[slot], states[slot]) = (key, state)
    }

    private mutating func grow() {
      let old = (keys, states)
      keys = Array(repeating: 0, count: old.0.count * 2)
      states = Array(repeating: 0, count: old.0.count * 2)
      for (key, state) in zip(old.0, old.1) where key != 0 { insert(key, state) }
    }

    /// Returns the key of a transition, which is never zero: zero marks a free slot.
    private static func key(_ state: Int32, _ byte: UInt8) -> UInt64 {
      UInt64(state) << 8 | UInt64(byte) + 1 << 40
    }

    private func slot(of key: UInt64) -> Int {
      let hash = key &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: hash >> 24) & (keys.count - 1)
    }
  }

  private var edges = Edges()
  /// The index of the text that ends at each state, or -1 if no text ends there.
  private var ends: [Int32] = [-1]
  /// The fallback of each state: the state of its longest proper suffix that begins a string.
  private var fallbacks: [Int32] = [0]
  /// The next fallback of each state at which a string ends, or 0.
  private var outputs: [Int32] = [0]

  /// Creates an automaton for distinct, non-empty strings.
  init(_ texts: [[UInt8]]) {
    var parents: [Int32] = [0]
    var bytes: [UInt8] = [0]
    var depths: [Int32] = [0]
    for (index, text) in texts.enumerated() {
      var state: Int32 = 0
      for byte in text {
        if let next = edges.next(state, byte) {
          state = next
          continue
        }
        let next = Int32(ends.count)
        edges.add(state, byte, to: next)
        ends.append(-1)
        parents.append(state)
        bytes.append(byte)
        depths.append(depths[Int(state)] + 1)
        state = next
      }
      ends[Int(state)] = Int32(index)
    }
    fallbacks = Array(repeating: 0, count: ends.count)
    outputs = fallbacks
    for state in Self.byDepth(depths) { link(state, parents[state], bytes[state]) }
  }

  /// Returns the states other than the root, ordered by depth.
  private static func byDepth(_ depths: [Int32]) -> [Int] {
    var starts = [Int](repeating: 0, count: Int(depths.max() ?? 0) + 2)
    for depth in depths { starts[Int(depth) + 1] += 1 }
    for depth in starts.indices.dropFirst() { starts[depth] += starts[depth - 1] }
    var sorted = [Int](repeating: 0, count: depths.count)
    for (state, depth) in depths.enumerated() {
      sorted[starts[Int(depth)]] = state
      starts[Int(depth)] += 1
    }
    return Array(sorted.dropFirst())
  }

  private mutating func link(_ state: Int, _ parent: Int32, _ byte: UInt8) {
    if parent != 0 { fallbacks[state] = next(fallbacks[Int(parent)], byte) }
    let fallback = Int(fallbacks[state])
    outputs[state] = ends[fallback] >= 0 ? Int32(fallback) : outputs[fallback]
  }

  private func next(_ state: Int32, _ byte: UInt8) -> Int32 {
    var state = state
    while true {
      if let next = edges.next(state, byte) { return next }
      guard state != 0 else { return 0 }
      state = fallbacks[Int(state)]
    }
  }

  /// Calls a function with every match and the offset after it, until the function returns true.
  func find(in bytes: [UInt8], _ isEnough: (_ text: Int, _ end: Int) -> Bool) {
    var state: Int32 = 0
    for offset in bytes.indices {
      state = next(state, bytes[offset])
      var hit = ends[Int(state)] >= 0 ? state : outputs[Int(state)]
      while hit != 0 {
        if isEnough(Int(ends[Int(hit)]), offset + 1) { return }
        hit = outputs[Int(hit)]
      }
    }
  }
}
