import TaneCore

/// A bcrypt hash: `$2b$COST$`, followed by 22 digits of salt and 31 digits of hash.
///
/// See Niels Provos and David Mazières, "A Future-Adaptable Password Scheme" (1999). The digits are
/// those of Base64 in a different order.
struct Bcrypt {
  /// The range of supported costs; verification at the maximum takes several seconds.
  private static let costs = 4...16
  /// The maximum length of a password, in bytes; any further bytes are ignored.
  private static let maximumLength = 72
  private static let text = Array("OrpheanBeholderScryDoubt".utf8)

  private let cost: Int
  private let salt: [UInt8]
  private let hash: [UInt8]

  /// Parses a hash, or returns nil if it is not a bcrypt hash.
  init?(_ bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: "$")
    guard parts.count == 3, ["2a", "2b", "2y"].contains(parts[0]), let cost = Int(parts[1]),
      Self.costs.contains(cost), parts[2].utf8.count == 53,
      let salt = Self.bytes(decoding: parts[2].prefix(22)),
      let hash = Self.bytes(decoding: parts[2].dropFirst(22))
    else { return nil }
    (self.cost, self.salt, self.hash) = (cost, salt, hash)
  }

  /// Returns true if a password in UTF-8 matches the hash.
  func matches(_ password: [UInt8]) -> Bool {
    var cipher = Blowfish()
    let key = Self.words(Array((password + [0]).prefix(Self.maximumLength)), count: 18)
    let salt = Self.words(salt, count: 18)
    cipher.expand(key, mixing: Array(salt.prefix(4)))
    for _ in 0..<1 << cost {
      cipher.expand(key, mixing: [0, 0, 0, 0])
      cipher.expand(salt, mixing: [0, 0, 0, 0])
    }
    var block = Self.words(Self.text, count: 6)
    for start in stride(from: 0, to: 6, by: 2) {
      var halves = (block[start], block[start + 1])
      for _ in 0..<64 { halves = cipher.encrypt(halves) }
      (block[start], block[start + 1]) = halves
    }
    let bytes = block.flatMap { word in [24, 16, 8, 0].map { UInt8(word >> $0 & 255) } }
    return bytes.prefix(hash.count).elementsEqual(hash)
  }

  /// Returns `count` big-endian words of four bytes each, repeating the bytes as needed.
  private static func words(_ bytes: [UInt8], count: Int) -> [UInt32] {
    (0..<count).map { word in
      (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[(4 * word + $1) % bytes.count]) }
    }
  }

  private static let digits = Array(
    "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8
  )
  private static let standardDigits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  private static func bytes(decoding text: Substring) -> [UInt8]? {
    let translated = text.utf8.compactMap { digit in
      digits.firstIndex(of: digit).map { standardDigits[$0] }
    }
    return translated.count == text.utf8.count
      ? Base64.bytes(of: String(decoding: translated, as: UTF8.self)) : nil
  }
}

/// Blowfish, the block cipher of bcrypt.
///
/// See Bruce Schneier, "Description of a New Variable-Length Key, 64-Bit Block Cipher (Blowfish)"
/// (1994). The initial state consists of the fractional digits of π.
private struct Blowfish {
  /// The 18 subkeys, followed by four tables of 256 words.
  private var state = Self.fractionOfPi

  private static let fractionOfPi = fractionOfPi(wordCount: 18 + 4 * 256)

  /// Replaces the whole state, based on a key of 18 words and a salt of four words.
  mutating func expand(_ key: [UInt32], mixing salt: [UInt32]) {
    for index in 0..<18 { state[index] ^= key[index] }
    var halves: (UInt32, UInt32) = (0, 0)
    for index in stride(from: 0, to: state.count, by: 2) {
      halves = encrypt((halves.0 ^ salt[index & 2], halves.1 ^ salt[index & 2 | 1]))
      (state[index], state[index + 1]) = halves
    }
  }

  func encrypt(_ block: (UInt32, UInt32)) -> (UInt32, UInt32) {
    state.withUnsafeBufferPointer { state in
      var (left, right) = block
      for round in stride(from: 0, to: 16, by: 2) {
        left ^= state[round]
        right ^= Self.roundFunction(left, state) ^ state[round + 1]
        left ^= Self.roundFunction(right, state)
      }
      return (right ^ state[17], left ^ state[16])
    }
  }

  private static func roundFunction(_ word: UInt32, _ state: UnsafeBufferPointer<UInt32>) -> UInt32
  {
    func entry(_ table: Int, _ shift: UInt32) -> UInt32 {
      state[18 + 256 * table + Int(word >> shift & 255)]
    }
    return ((entry(0, 24) &+ entry(1, 16)) ^ entry(2, 8)) &+ entry(3, 0)
  }

  /// Returns the first 32-bit words of the fractional part of π, calculated by John Machin's
  /// formula: π = 16 arctan(1/5) - 4 arctan(1/239).
  private static func fractionOfPi(wordCount: Int) -> [UInt32] {
    // The first word is the integer part. The last two keep rounding errors out of the result.
    var sum = [UInt32](repeating: 0, count: wordCount + 3)
    for (factor, divisor, isNegative) in [(16, 5, false), (4, 239, true)]
      as [(UInt32, UInt64, Bool)]
    {
      var power = [UInt32](repeating: 0, count: sum.count)
      power[0] = factor
      divide(&power, by: divisor)
      var (index, isSubtracted) = (UInt64(1), isNegative)
      while let start = power.firstIndex(where: { $0 != 0 }) {
        var term = power
        divide(&term, by: index, from: start)
        add(term, to: &sum, isSubtracted)
        divide(&power, by: divisor * divisor, from: start)
        (index, isSubtracted) = (index + 2, !isSubtracted)
      }
    }
    return Array(sum[1...wordCount])
  }

  /// Divides a number in place; its words have 32 bits, the most significant first.
  private static func divide(_ words: inout [UInt32], by divisor: UInt64, from start: Int = 0) {
    words.withUnsafeMutableBufferPointer { words in
      var rest: UInt64 = 0
      for index in start..<words.count {
        let value = rest << 32 | UInt64(words[index])
        words[index] = UInt32(value / divisor)
        rest = value % divisor
      }
    }
  }

  private static func add(_ term: [UInt32], to sum: inout [UInt32], _ isSubtracted: Bool) {
    var carry: Int64 = 0
    for index in sum.indices.reversed() {
      carry += Int64(sum[index]) + (isSubtracted ? -Int64(term[index]) : Int64(term[index]))
      sum[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
  }
}
