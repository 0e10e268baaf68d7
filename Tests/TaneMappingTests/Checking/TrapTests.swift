import Foundation
import TaneCore
import TaneMapping
import Testing

@Suite("A type that stops the program over its data is one more finding")
struct TrapTests {
  /// Takes the first character of a text without asking whether there is one.
  private struct Initial: Decodable {
    let initial: Character

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      initial = text[text.startIndex]
    }
  }

  private struct Person: Decodable {
    let name: Initial
    let age: Int
  }

  /// Takes the first of a list, which a stand-in for a wrong one lacks.
  private struct Winner: Decodable {
    let id: Int
    let first: Int
    let tail: String

    private enum CodingKeys: CodingKey { case id, places, tail }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      first = try container.decode([Int].self, forKey: .places)[0]
      tail = try container.decode(String.self, forKey: .tail)
    }
  }

  @Test("and the others are found as well")
  func trap() throws {
    expect(
      try findings([Person].self, "[{ name: '', age: x }, { name: a, age: 1 }, { name: '' }]"),
      [
        """
        shops.yaml:1:10: error: Person.name: Initial stops the program over string "": \
        its init(from:) traps [trapping-init]
          shops:/shops/0/name
        """,
        """
        shops.yaml:1:19: error: Person.age: expected Int, found string "x" [wrong-type]
          shops:/shops/0/age
        """,
        """
        shops.yaml:1:53: error: Person.name: Initial stops the program over string "": \
        its init(from:) traps [trapping-init]
          shops:/shops/2/name
        """,
        """
        shops.yaml:1:45: error: Person.age (Int) is read from "age", and there is none [missing-key]
          shops:/shops/2/age
        """,
      ]
    )
  }

  @Test("a trap over a value that is not in the data is not held against them")
  func standIn() throws {
    let text = "[{ id: 1, places: x, tail: 5 }, { id: 2, places: [3], tail: 6 }]"
    let report = try report([Winner].self, text)
    #expect(
      report.findings.map(\.description.firstLine) == [
        #"shops.yaml:1:19: error: Winner.places: expected a list, found string "x" [wrong-type]"#,
        "shops.yaml:1:61: error: Winner.tail: expected String, found integer 6 [wrong-type]",
      ]
    )
    #expect(
      report.notChecked == [#"what Winner reads after "places" (tail), at shops.yaml:1:2"#]
    )
  }

  /// Refuses to be read on another thread than the one that its decoder names.
  private struct Bound: Decodable {
    static let thread = CodingUserInfoKey(rawValue: "thread")

    init(from decoder: any Decoder) throws {
      let wanted = Self.thread.flatMap { decoder.userInfo[$0] as? String }
      guard "\(pthread_self())" == wanted else { throw OddNumber() }
    }
  }

  @Test("uncontained, types run on the thread that asks for the check")
  func uncontained() throws {
    var options = MappingCheckOptions()
    options.decoder.userInfo[try #require(Bound.thread)] = "\(pthread_self())"
    expect(
      try findings([Bound].self, "[1]", options).map(\.firstLine),
      [
        "shops.yaml:1:2: error: Bound refuses integer 1: OddNumber() [unreadable-value]"
      ]
    )
    options.containsTraps = false
    expect(try findings([Bound].self, "[1]", options), [])
  }

  @Test("too many of them end the check, which is said")
  func many() {
    let tree = Tree(.list((0..<40).map { _ in "" }))
    let report = check([Initial].self, in: tree)
    #expect(report.findings.count == 32)
    #expect(report.findings.allSatisfy { $0.code == .trappingInitializer })
    #expect(report.notChecked == ["anything but traps, because 32 initializers trapped"])
  }
}
