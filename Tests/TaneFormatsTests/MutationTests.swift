import TestSupport
import TaneCore
import TaneFormats
import Testing

@Suite("Mutated text")
struct MutationTests {
  private static let yaml = """
    base: &base {rank: 1, "名前": '麺屋'}
    list:
      - <<: [*base, {x: 1.5}]
        note: |-
          line

          end
      - !timestamp 2024-01-01
      - ? "key\\u3042"
        : [~, true, 0x1F, -.inf, *base]
    # end

    """

  private static let json = """
    {"list": [1, -2.5e3, true, null, "x\\n\\u3042\\ud83d\\ude00", {"麺": {}}],
      "at": {".sv": "timestamp"}, "big": 12345678901234567890}
    """

  /// Returns a text in which some bytes were removed, duplicated, replaced, swapped or copied.
  private func mutated(_ text: String, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var bytes = Array(text.utf8)
    for _ in 0...Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let other = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(bytes[other], at: place)
      case 2: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 3: bytes.swapAt(place, other)
      case 4: bytes.removeSubrange(place...)
      default: bytes.insert(contentsOf: bytes[min(place, other)..<max(place, other)], at: place)
      }
    }
    return bytes
  }

  @Test(
    "Mutated text is rejected with a position or is unchanged after writing it",
    arguments: [(TreeFormat.yaml, yaml), (.json, json)]
  )
  func mutations(format: TreeFormat, text: String) throws {
    var accepted = 0
    for seed in 0..<6_000 as Range<UInt64> {
      let bytes = mutated(text, seed: seed)
      let lineCount = bytes.count { $0 == 0x0A || $0 == 0x0D || $0 == 0x85 || $0 == 0xA8 } + 1
      let result = TreeParser.parse(bytes, named: "a", as: format)
      guard let tree = result.tree else {
        try #require(result.diagnostics.containsError, "seed \(seed)")
        let places = result.diagnostics.compactMap(\.position)
        try #require(places.count == result.diagnostics.count, "seed \(seed)")
        try #require(
          places.allSatisfy { (1...lineCount + 1).contains($0.line) && $0.column > 0 },
          "seed \(seed): \(result.diagnostics)"
        )
        continue
      }
      accepted += 1
      let text = YAMLWriter().write(tree)
      let copy = YAMLReader().read(Array(text.utf8), named: "b").tree
      try #require(copy.map(contents) == contents(tree), "seed \(seed):\n\(text)")
    }
    #expect((100..<5_900).contains(accepted))
  }
}
