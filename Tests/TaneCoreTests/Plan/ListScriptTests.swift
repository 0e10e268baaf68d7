import TestSupport
import Testing

@testable import TaneCore

@Suite("Compositions of long lists")
struct ListScriptTests {
  @Test("Composing the previous list gives the new one, after any edits", arguments: 0..<40)
  func law(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var elements = (0..<1200).map { TreeLiteral.integer(Int64($0 % 900)) }
    let old = Self.stored(elements)
    for _ in 0..<Int.random(in: 0...200, using: &random) {
      let place = Int.random(in: elements.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: elements.insert(["id": .integer(Int64(place))], at: place)
      case 1: elements.remove(at: place)
      case 2: elements[place] = [nil, false, .double(.nan), "", 1.0].randomElement(using: &random)!
      default: elements.append(elements.remove(at: place))
      }
    }
    let new = Self.stored(elements)
    let script = try #require(ListScript(from: old, to: new))
    #expect(script.list(from: old) == new)
    #expect(script.list(from: Self.stored(Array(elements.prefix(3)))) == nil)
  }

  @Test("A list has no composition if it is short, mostly new, or has other keys than indices")
  func none() {
    let numbers = (0..<1000).map { TreeLiteral.integer(Int64($0)) }
    let texts = (0..<1000).map { TreeLiteral.string("\($0)") }
    let holes = Tree(.map((1...1000).map { ("\($0)", .integer(0)) }))
    #expect(ListScript(from: Self.stored(numbers), to: Self.stored(texts)) == nil)
    let short = Self.stored(Array(numbers.prefix(9)))
    #expect(ListScript(from: Self.stored(numbers), to: short) == nil)
    #expect(ListScript(from: holes, to: Self.stored(numbers)) == nil)
    #expect(ListScript(from: Self.stored(numbers), to: holes) == nil)
  }

  /// Returns a list in stored form, including its nulls.
  private static func stored(_ elements: [TreeLiteral]) -> Tree {
    Tree(.map(elements.enumerated().map { ("\($0)", $1) }))
  }
}
