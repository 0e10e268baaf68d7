import TaneCore

extension FixtureTag {
  static let names = [
    FixtureTag(
      "!push-id",
      "a name",
      "!push-id \"message {n}\"",
      scalar: { evaluator, use throws(Diagnostic) in
        evaluator.text(use.argument, of: use).map { .text(evaluator.pushID($0)) }
      }
    ),
    FixtureTag(
      "!uuid",
      "a name",
      "!uuid \"order {n}\"",
      scalar: { evaluator, use throws(Diagnostic) in
        evaluator.text(use.argument, of: use).map { .text(evaluator.uuid($0)) }
      }
    ),
    FixtureTag(
      "!hash",
      "a string, or a map with \"text\" and \"length\"",
      "!hash mika@example.com",
      scalar: { evaluator, use throws(Diagnostic) in evaluator.hash(use) }
    ),
  ]
}

extension FixtureEvaluator {
  /// The characters of Firebase's push IDs, in sort order.
  private static let alphabet = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
  )
  /// The time of push IDs for names without a number: 2020-01-01T00:00:00Z in milliseconds.
  private static let pushEpoch: UInt64 = 1_577_836_800_000

  /// Returns random numbers derived from a name and the set's seed, independent of the location.
  private func random(_ tag: String, _ name: String) -> RandomStream {
    RandomStream(
      LocationHash(seed: settings.seed, address: Address(service: tag, path: TreePath([name])))
    )
  }

  /// Returns an ID in the format of Firebase's clients: 8 characters for a time and 12 pseudorandom
  /// characters.
  ///
  /// The time is the start of 2020 plus the number at the name's end in milliseconds, so numbered
  /// names sort by their numbers.
  func pushID(_ name: String) -> String {
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.prefix(12).reversed()
    var time = Self.pushEpoch + (UInt64(String(digits)) ?? 0)
    var stamp: [Character] = []
    for _ in 0..<8 {
      stamp.append(Self.alphabet[Int(time % 64)])
      time /= 64
    }
    var random = random("!push-id", name)
    return String(stamp.reversed())
      + String((0..<12).map { _ in random.element(of: Self.alphabet) })
  }

  /// Returns a UUID of version 8 (RFC 9562), whose bits are application-defined.
  func uuid(_ name: String) -> String {
    var random = random("!uuid", name)
    let high = random.next() & ~0xF000 | 0x8000
    let low = random.next() & ~(0b11 << 62) | 0b10 << 62
    let digits = Array(high.hexadecimal + low.hexadecimal)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }

  fileprivate func hash(_ use: FixtureTag.Use) -> FixtureScalar? {
    var (tree, length) = (use.argument as Tree?, 64 as Int64?)
    if use.argument.kind == .map, use.argument.tag == .none {
      guard let arguments = FixtureArguments(use, self, required: ["text"], optional: ["length"])
      else { return nil }
      tree = arguments["text"]
      if arguments["length"] != nil { length = arguments.integer("length", in: 1...64) }
    }
    guard let length, let text = text(tree, of: use) else { return nil }
    let digits = SHA256.hash(Array(text.utf8)).map(\.hexadecimal)
    return .text(String(digits.joined().prefix(Int(length))))
  }
}
