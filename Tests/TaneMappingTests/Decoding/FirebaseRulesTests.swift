import Foundation
import TaneCore
import TaneMapping
import Testing

@Suite("Decoding rules of Firebase")
struct FirebaseRulesTests {
  private let decoder = TreeDecoder()

  @Test("A date decodes from the seconds since 2001 by default")
  func dates() throws {
    #expect(
      try decoder.decode(Date.self, from: Tree(60)) == Date(timeIntervalSinceReferenceDate: 60)
    )
  }

  @Test("A list with gaps decodes only with optional elements")
  func holes() throws {
    let tree = Tree(["1": "a", "3": "b"]).readBackForm()
    #expect(try decoder.decode([String?].self, from: tree) == [nil, "a", nil, "b"])
    #expect(throws: DecodingError.self) { try decoder.decode([String].self, from: tree) }
  }

  @Test("A sparse map of numbers decodes as a dictionary and a dense one as a list")
  func dictionaries() throws {
    let sparse = Tree(["10": "a", "20": "b"]).readBackForm()
    #expect(try decoder.decode([Int: String].self, from: sparse) == [10: "a", 20: "b"])
    #expect(try decoder.decode([String: String].self, from: sparse) == ["10": "a", "20": "b"])
    let dense = Tree(["0": "a", "1": "b"]).readBackForm()
    #expect(try decoder.decode([String].self, from: dense) == ["a", "b"])
    #expect(throws: DecodingError.self) { try decoder.decode([String: String].self, from: dense) }
  }

  @Test("An empty list is missing, so that only an optional one decodes")
  func emptyList() throws {
    struct Listed: Decodable { let names: [String]? }
    struct Demanding: Decodable { let names: [String] }
    let tree = Tree(["names": [], "id": 1]).readBackForm()
    #expect(try decoder.decode(Listed.self, from: tree).names == nil)
    #expect(throws: DecodingError.self) { try decoder.decode(Demanding.self, from: tree) }
  }

  @Test("A decimal decodes from the fewest digits that denote the number")
  func decimals() throws {
    let tree = Tree([3.133, 0.1, 5, .decimal("12345678901234567890.5")])
    let expected = ["3.133", "0.1", "5", "12345678901234567890.5"].map { Decimal(string: $0) }
    #expect(try decoder.decode([Decimal?].self, from: tree) == expected)
  }

  @Test("The decoder's user information is available to types")
  func userInfo() throws {
    struct Aware: Decodable {
      let note: String?
      init(from decoder: any Decoder) throws {
        note = CodingUserInfoKey(rawValue: "note").flatMap { decoder.userInfo[$0] as? String }
      }
    }
    var decoder = decoder
    let key = try #require(CodingUserInfoKey(rawValue: "note"))
    decoder.userInfo[key] = "hello"
    #expect(try decoder.decode([Aware].self, from: Tree([1]))[0].note == "hello")
  }
}
