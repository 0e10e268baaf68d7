import TestSupport
import Testing

@testable import TaneSeeding

@Suite("Search for many strings in one pass")
struct SubstringAutomatonTests {
  @Test("All occurrences of several strings are found, including nested ones")
  func random() {
    var random = SeededGenerator(seed: 16)
    for _ in 0..<300 {
      let texts = Set(
        (0..<Int.random(in: 1...12, using: &random)).map { _ in
          (0..<Int.random(in: 1...5, using: &random)).map { _ in
            UInt8.random(in: 97...99, using: &random)
          }
        }
      ).sorted { $0.lexicographicallyPrecedes($1) }
      let haystack = (0..<40).map { _ in UInt8.random(in: 97...99, using: &random) }
      var found: Set<[Int]> = []
      SubstringAutomaton(texts).find(in: haystack) { text, end in
        found.insert([text, end])
        return false
      }
      var expected: Set<[Int]> = []
      for (index, text) in texts.enumerated() {
        for end in haystack.indices.map({ $0 + 1 }) where end >= text.count {
          if Array(haystack[(end - text.count)..<end]) == text { expected.insert([index, end]) }
        }
      }
      #expect(found == expected)
    }
  }

  @Test("The cost of searching 100,000 strings with a common prefix is linear in their bytes")
  func many() {
    let texts = (0..<100_000).map { Array("https://example.com/users/\($0)/".utf8) }
    let automaton = SubstringAutomaton(texts)
    // With a comparison of every text at every position, this test would never finish.
    let haystack = Array(String(repeating: "https://example.com/users/x ", count: 20_000).utf8)
    var found: [Int] = []
    automaton.find(in: haystack + Array("https://example.com/users/99999/".utf8)) { text, _ in
      found.append(text)
      return false
    }
    #expect(found == [99_999])
  }
}
