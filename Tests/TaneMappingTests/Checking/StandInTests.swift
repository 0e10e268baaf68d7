import Foundation
import TaneCore
import TaneMapping
import Testing

@Suite("Stand-ins for unreadable values")
struct StandInTests {
  /// Decodes the first element of a list, which an empty stand-in would not have.
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

  @Test("A stand-in is a value from the data if a custom initializer sees it")
  func standIn() throws {
    let text = "[{ id: 1, places: x, tail: 5 }, { id: 2, places: [3], tail: 6 }]"
    let found = try report([Winner].self, text)
    #expect(
      found.findings.map(\.description.firstLine) == [
        #"shops.yaml:1:19: error: Winner.places: expected a list, found string "x" [wrong-type]"#,
        "shops.yaml:1:28: error: Winner.tail: expected String, found integer 5; checked with a "
          + "placeholder value for the missing key \"places\" [wrong-type]",
        "shops.yaml:1:61: error: Winner.tail: expected String, found integer 6 [wrong-type]",
      ]
    )
    #expect(found.notChecked == [])
  }

  @Test("No stand-in is invented if the data has none, so that an initializer cannot trap")
  func none() throws {
    let found = try report([Winner].self, "[{ id: 1, places: x, tail: 5 }]")
    #expect(
      found.findings.map(\.description.firstLine) == [
        #"shops.yaml:1:19: error: Winner.places: expected a list, found string "x" [wrong-type]"#
      ]
    )
    #expect(
      found.notChecked == [#"the data that Winner reads after "places" (tail), at shops.yaml:1:2"#]
    )
  }
}
