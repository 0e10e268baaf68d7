import Crypto

/// A cipher that replaces the symbols of a format; different strings of the same format have
/// different results.
///
/// It is a Feistel network over the symbols: each half is alternately shifted by a keyed hash of
/// the other, as in NIST SP 800-38G. A phone number receives the same digits in every notation.
struct FormatCipher: Sendable {
  private static let rounds = 8

  let key: MaskKey

  /// Applies the cipher to the symbols once.
  func replace(_ symbols: inout [PreservedFormat.Symbol]) {
    let radices = symbols.map(\.alphabet.symbols.count)
    guard symbols.count > 1 else {
      if let radix = radices.first, radix > 1 {
        // A shift by zero would leave a single symbol unchanged.
        symbols[0].index = (symbols[0].index + 1 + shift(0, [], [radix - 1])[0]) % radix
      }
      return
    }
    let shape = Array(SHA256.hash(data: radices.flatMap { Self.bytes($0) }))
    let half = symbols.count / 2
    for round in 0..<Self.rounds {
      let isFirst = round.isMultiple(of: 2)
      let (changed, other) =
        isFirst ? (0..<half, half..<symbols.count) : (half..<symbols.count, 0..<half)
      let shifts = shift(
        round,
        shape + other.flatMap { Self.bytes(symbols[$0].index) },
        changed.map { radices[$0] }
      )
      for (index, shift) in zip(changed, shifts) {
        symbols[index].index = (symbols[index].index + shift) % radices[index]
      }
    }
  }

  private func shift(_ round: Int, _ message: [UInt8], _ radices: [Int]) -> [Int] {
    let bytes = key.bytes("format \(round)", message, count: radices.count * 4)
    return radices.enumerated().map { index, radix in
      let number = bytes[(index * 4)..<(index * 4 + 4)].reduce(0) { $0 << 8 | Int($1) }
      return number % radix
    }
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
  }
}
