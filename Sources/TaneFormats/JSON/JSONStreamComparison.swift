package import TaneCore

/// A comparison of streamed JSON with a tree in stored form, without building another tree.
///
/// Equality is reported only if it is certain. Unsupported text, such as a number that does not fit
/// in 64 bits, counts as different and requires a full comparison.
package struct JSONStreamComparison {
  /// An open list or map in the text.
  private struct Frame {
    let tree: Tree
    let isList: Bool
    /// The number of equal children so far.
    var matched = 0
    /// The index of the next element of a list.
    var index = 0
    /// The key of the next value in a map.
    var key: [UInt8]?
    /// The keys so far, or nil while they are in the tree's order.
    var keysOutOfOrder: Set<[UInt8]>?
  }

  private let tree: Tree
  private var frames: [Frame] = []
  /// The text of an incomplete token.
  private var rest: [UInt8] = []
  private var isDifferent = false
  private var isComplete = false

  /// Creates a comparison with a tree in stored form.
  package init(with tree: Tree) { self.tree = tree }

  /// Consumes the next part of the text, and returns false if the text differs from the tree;
  /// further parts are then unnecessary.
  package mutating func consume(_ piece: [UInt8]) -> Bool {
    guard !isDifferent else { return false }
    let text = rest.isEmpty ? piece : rest + piece
    let used = text.withUnsafeBufferPointer { consume($0, isLast: false) }
    rest = used == text.count ? [] : Array(text[used...])
    return !isDifferent
  }

  /// Completes the text, and returns true if it equals the tree.
  package mutating func finish() -> Bool {
    guard !isDifferent else { return false }
    let used = rest.withUnsafeBufferPointer { consume($0, isLast: true) }
    return !isDifferent && isComplete && used == rest.count
  }

  /// Consumes the complete tokens of the text, and returns the number of bytes consumed.
  private mutating func consume(_ text: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Int {
    var position = 0
    while !isDifferent, position < text.count {
      switch text[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"),
        UInt8(ascii: ","), UInt8(ascii: ":"):
        position += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        begin(isList: text[position] == UInt8(ascii: "["))
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        end(isList: text[position] == UInt8(ascii: "]"))
        position += 1
      case UInt8(ascii: "\""):
        guard let end = Self.endOfString(text, from: position) else { return position }
        consumeString(UnsafeBufferPointer(rebasing: text[position..<end]))
        position = end
      default:
        let end = text[position...].firstIndex(where: Self.endsWord) ?? text.count
        guard end < text.count || isLast else { return position }
        consumeWord(UnsafeBufferPointer(rebasing: text[position..<end]))
        position = end
      }
    }
    return position
  }
}

// MARK: - Structure

extension JSONStreamComparison {
  private mutating func begin(isList: Bool) {
    guard let tree = next(), tree.kind == .map else {
      isDifferent = true
      return
    }
    frames.append(Frame(tree: tree, isList: isList))
  }

  private mutating func end(isList: Bool) {
    guard let frame = frames.popLast(), frame.isList == isList, frame.key == nil,
      frame.matched == frame.tree.children.count
    else {
      isDifferent = true
      return
    }
    finishSameValue()
  }

  /// Returns the tree's node for the next value, or nil if the tree has none.
  private mutating func next() -> Tree? {
    guard let last = frames.indices.last else { return isComplete ? nil : tree }
    guard let key = frames[last].isList ? Array("\(frames[last].index)".utf8) : frames[last].key
    else { return nil }
    let (tree, matched) = (frames[last].tree, frames[last].matched)
    // Services usually return children in key order.
    if frames[last].keysOutOfOrder == nil, matched < tree.children.count,
      tree.children[matched].hasKey(key)
    {
      return tree.children[matched]
    }
    return recordOutOfOrderKey(key, at: last) ? nil : tree[String(decoding: key, as: UTF8.self)]
  }

  /// Records a key that is out of order, and returns true if it occurred before.
  private mutating func recordOutOfOrderKey(_ key: [UInt8], at last: Int) -> Bool {
    var keys =
      frames[last].keysOutOfOrder
      ?? Set(frames[last].tree.children.prefix(frames[last].matched).map(\.keyBytes))
    // With a single owner, the set is changed in place.
    frames[last].keysOutOfOrder = nil
    let isNew = keys.insert(key).inserted
    frames[last].keysOutOfOrder = keys
    return !isNew
  }

  private mutating func finishSameValue(counts: Bool = true) {
    guard !frames.isEmpty else {
      isComplete = true
      return
    }
    let last = frames.count - 1
    frames[last].key = nil
    frames[last].index += 1
    if counts { frames[last].matched += 1 }
  }
}

// MARK: - Scalars

extension JSONStreamComparison {
  private mutating func consumeString(_ token: UnsafeBufferPointer<UInt8>) {
    guard let text = Self.text(of: token) else {
      isDifferent = true
      return
    }
    if let frame = frames.last, !frame.isList, frame.key == nil {
      frames[frames.count - 1].key = text
    } else if let tree = next(), tree.kind == .string,
      tree.withTextBytes({ $0.elementsEqual(text) })
    {
      finishSameValue()
    } else {
      isDifferent = true
    }
  }

  private mutating func consumeWord(_ token: UnsafeBufferPointer<UInt8>) {
    let word = String(decoding: token, as: UTF8.self)
    let tree = next()
    if word == "null" {
      // Null is a gap in a list or the whole text.
      if tree == nil, frames.last?.isList == true { return finishSameValue(counts: false) }
      if frames.isEmpty, tree?.isNull == true, tree?.tag == NodeTag.none {
        return finishSameValue()
      }
      isDifferent = true
    } else if let tree, Self.isSame(word, tree) {
      finishSameValue()
    } else {
      isDifferent = true
    }
  }

  private static func isSame(_ word: String, _ tree: Tree) -> Bool {
    switch tree.kind {
    case .bool: word == (tree.bool == true ? "true" : "false")
    case .integer: tree.integer != nil && Int64(word) == tree.integer && word != "-0"
    case .double: tree.double != nil && isNumber(word) && Double(word) == tree.double
    default: false
    }
  }

  /// Returns true if a word can be a number in JSON, unlike `inf` or `0x1p3`, which Swift also
  /// parses.
  private static func isNumber(_ word: String) -> Bool {
    word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
  }

  /// Returns the index after a string's closing quote, or nil if the quote has not arrived yet.
  private static func endOfString(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var position = start + 1
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""): return position + 1
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return nil
  }

  /// Returns the unescaped text of a string in quotes, or nil if the string is invalid.
  private static func text(of token: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let inner = token[1..<token.count - 1]
    guard inner.contains(UInt8(ascii: "\\")) else { return Array(inner) }
    let tree = JSONReader(recordsPositions: false).read(Array(token), named: "string").tree
    return tree?.string.map { Array($0.utf8) }
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"),
      UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"),
      UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
      true
    default: false
    }
  }
}

extension Tree {
  fileprivate var keyBytes: [UInt8] { withKeyBytes { Array($0) } }

  fileprivate func hasKey(_ key: [UInt8]) -> Bool { withKeyBytes { $0.elementsEqual(key) } }
}
