import Foundation
import TestSupport
import TaneCore
import TaneMapping
import TaneSwiftSource
import Testing

@Suite("Findings of source checks")
struct FindingTests {
  private let shop = """
    struct Shop: Codable {
      let shopID: String
      let name: String
      let kind: Kind?
      var rating: Double?
      var imageURL: URL?
      enum Kind: String, Codable { case cafe, bakery }
      enum CodingKeys: String, CodingKey {
        case shopID = "id", name, kind, rating, imageURL = "image_url"
      }
    }
    """

  @Test("A negative key is not an element of an array that a type reads")
  func negativeIndex() {
    let source = """
      struct Pair: Decodable {
        let first: [Int]
        init(from decoder: any Decoder) throws {
          var elements = try decoder.unkeyedContainer()
          first = try elements.decode([Int].self)
        }
      }
      """
    let check = StaticCheck(of: .named([.init("Pair")]), in: index(source))
    #expect(check.readsList(at: "/0"))
    #expect(!check.readsList(at: "/-1"))
  }

  @Test("A source check finds all faults in one pass with their line and declaration")
  func wholeReport() {
    let tree = yaml(
      """
      - id: "1"
        name: 麺屋
        kind: caffe
      - shopID: "2"
        name: 5
        rating: good
        colour: red
      - id: "3"
        name: null
        imag_url: http://a
        image_urls: ""
      - null
      """
    )
    let report = report(index(shop), "[Shop]", tree)
    #expect(
      report.findings.map(\.description) == [
        """
        data.yaml:3:9: error: Shop.kind: expected Kind, found string "caffe", which is not one \
        of its cases (cafe, bakery); did you mean "cafe"? [unknown-case]
        Models.swift:4:7: note: Shop.kind is declared here
          db:/0/kind
        """,
        """
        data.yaml:5:9: error: Shop.name: expected String, found integer 5 [wrong-type]
        Models.swift:3:7: note: Shop.name is declared here
          db:/1/name
        """,
        """
        data.yaml:6:11: error: Shop.rating: expected Double, found string "good" [wrong-type]
        Models.swift:5:7: note: Shop.rating is declared here
          db:/1/rating
        """,
        """
        data.yaml:4:3: error: Shop.shopID (String) requires the key "id", which is missing; did \
        you mean "id" instead of "shopID"? [missing-key]
        Models.swift:2:7: note: Shop.shopID is declared here
          db:/1/id
        """,
        """
        data.yaml:7:3: warning: no type reads "colour"; Shop reads id, name, kind, rating, \
        image_url [unread-key]
        Models.swift:1:8: note: Shop is declared here
          db:/1/colour
        """,
        """
        data.yaml:9:9: error: Shop.name: expected String, found null [null-value]
        Models.swift:3:7: note: Shop.name is declared here
          db:/2/name
        """,
        """
        data.yaml:10:3: warning: no type reads "imag_url"; Shop reads id, name, kind, rating, \
        image_url; did you mean "image_url"? [unread-key]
        Models.swift:6:7: note: Shop.imageURL is declared here
          db:/2/imag_url
        """,
        """
        data.yaml:11:3: warning: no type reads "image_urls"; Shop reads id, name, kind, rating, \
        image_url; did you mean "image_url"? [unread-key]
        Models.swift:6:7: note: Shop.imageURL is declared here
          db:/2/image_urls
        """,
        """
        data.yaml:12:3: error: expected a map, found null [null-value]
          db:/3
        """,
      ]
    )
    #expect(report.typeNames == ["Shop", "Shop.Kind"])
    #expect(report.valueCount == 12)
    #expect(report.notChecked == [])
  }

  @Test("Scalars of another kind or out of range are reported")
  func scalars() {
    let source = """
      struct All: Codable {
        let a: UInt8, b: Bool, c: Float, d: Decimal, e: Date, f: Data, g: URL, h: Int, i: CGFloat
      }
      """
    #expect(
      findings(
        source,
        "All",
        [
          "a": 256, "b": 1, "c": 1e39, "d": "1", "e": "x", "f": "?", "g": "", "h": 1.5, "i": true,
        ]
      ) == [
        "unreadable-value /a: All.a: expected UInt8, found integer 256, which UInt8 cannot "
          + "represent exactly",
        "wrong-type /b: All.b: expected Bool, found integer 1",
        "unreadable-value /c: All.c: expected Float, found number 1e+39, which is beyond its range",
        #"wrong-type /d: All.d: expected Decimal, found string "1""#,
        #"wrong-type /e: All.e: expected Date (a number), found string "x""#,
        #"unreadable-value /f: All.f: expected Data, found string "?", which is not valid base64 text"#,
        #"unreadable-value /g: All.g: expected URL, found string "", which is not a valid URL"#,
        "unreadable-value /h: All.h: expected Int, found number 1.5, which Int cannot represent "
          + "exactly",
        "wrong-type /i: All.i: expected Double, found boolean true",
      ]
    )
    #expect(
      findings(
        source,
        "All",
        [
          "a": 255.0, "b": true, "c": 1, "d": .decimal("1e100"), "e": 1.5, "f": "AAAA",
          "g": "http://例え.jp/?q=1", "h": 1e3, "i": .decimal("18446744073709551616"),
        ]
      ) == []
    )
    #expect(
      findings("", "[UInt64]", [.decimal("18446744073709551615"), -1]) == [
        "unreadable-value /1: expected UInt64, found integer -1, which UInt64 cannot represent "
          + "exactly"
      ]
    )
  }

  @Test("Dates and data are checked with the decoder's strategies")
  func strategies() {
    let source = "struct Event: Codable { let at: Date; let payload: Data }"
    let event: TreeLiteral = ["at": "2024-05-01T09:30:00Z", "payload": [1, 256]]
    var rules = ReadingRules(dates: .iso8601, data: .deferredToData)
    #expect(
      findings(source, "Event", event, rules: rules) == [
        "unreadable-value /payload/1: Event.payload: expected UInt8, found integer 256, which "
          + "UInt8 cannot represent exactly"
      ]
    )
    #expect(
      findings(source, "Event", ["at": "1 May", "payload": []], rules: rules) == [
        #"unreadable-value /at: Event.at: expected Date, found string "1 May", which is not an ISO 8601"#
          + " date such as 2024-05-01T09:30:00Z"
      ]
    )
    rules.dates = .unchecked
    rules.data = .unchecked
    #expect(findings(source, "Event", ["at": true, "payload": 1], rules: rules) == [])
    rules = ReadingRules(keys: .convertFromSnakeCase)
    #expect(
      findings(
        "struct Shop: Codable { let shopImageUrl: String; let id: Int; let _a: Int? }",
        "Shop",
        ["shop_image_url": 1, "iD": 1, "_a": 1],
        rules: rules
      ) == [
        "wrong-type /shop_image_url: Shop.shopImageUrl: expected String, found integer 1",
        #"missing-key /id: Shop.id (Int) requires the key "id", which is missing; did you mean "#
          + #""id" instead of "iD"?"#,
      ]
    )
  }

  @Test("Server values and Firestore types are checked")
  func tags() {
    let source = """
      struct Post: Codable {
        @ServerTimestamp var made: Date?
        let at: Timestamp, place: GeoPoint, author: DocumentReference, date: Date, name: String
        let count: Int32
      }
      """
    let tree = yaml(
      """
      made: null
      at: !timestamp 2024-05-01T09:30:00Z
      place: !geopoint { latitude: 1, longitude: 2 }
      author: !reference users/1
      date: !timestamp 2024-05-01T09:30:00Z
      name: !timestamp 2024-05-01T09:30:00Z
      count: !server-timestamp
      """
    )
    let rules = ReadingRules(readsDocuments: true)
    #expect(
      report(index(source), "Post", tree, rules: rules).summaries == [
        "wrong-type /count: Post.count: expected Int32, found !server-timestamp",
        #"wrong-type /name: Post.name: expected String, found !timestamp "2024-05-01T09:30:00Z""#,
      ]
    )
    let wrong: TreeLiteral = [
      "at": 1, "place": ["latitude": 1, "longitude": 2], "author": "x", "date": 1, "name": "",
      "count": 1,
    ]
    #expect(
      report(source, "Post", wrong, rules: rules).summaries == [
        "wrong-type /at: Post.at: expected Timestamp (!timestamp), found integer 1",
        #"wrong-type /author: Post.author: expected DocumentReference (!reference), found string "x""#,
        "wrong-type /date: Post.date: expected Date (!timestamp), found integer 1",
        "wrong-type /place: Post.place: expected GeoPoint (!geopoint), found map of 2",
        #"missing-key /made: Post.made (ServerTimestamp?) requires the key "made", which is "#
          + #"missing"#,
      ]
    )
  }

  @Test("Server timestamps are accepted, and document IDs rejected, in a Realtime Database")
  func databases() {
    let source = """
      struct Post: Codable {
        @DocumentID var id: String?
        let count: Int32, made: Date
      }
      """
    #expect(
      findings(source, "Post", ["count": .serverTimestamp, "made": .serverTimestamp, "id": "x"])
        == [
          "unreadable-value /count: Post.count: expected Int32, found !server-timestamp, which "
            + "Int32 cannot represent exactly",
          "unreadable-value /id: Post.id: only Firestore's decoder sets a @DocumentID; the "
            + "Realtime Database decoder cannot decode Post",
        ]
    )
    #expect(
      findings(source, "Post", ["count": 1, "made": 1]) == [
        "unreadable-value /id: Post.id: only Firestore's decoder sets a @DocumentID; the Realtime "
          + "Database decoder cannot decode Post"
      ]
    )
    #expect(findings("", "[Int]", [.serverTimestamp]) == [])
  }

  @Test("A document's field with the name of the identifier is reported as unread")
  func identifierFields() {
    let source = "struct Post: Codable { @DocumentID var id: String?; let count: Int }"
    let rules = ReadingRules(readsDocuments: true)
    #expect(
      findings(source, "Post", ["count": 1, "id": "x"], rules: rules) == [
        #"unread-key /id: no type reads "id": Post.id is a @DocumentID, which Firestore's decoder sets"#
          + " to the document's identifier; remove the field, or rename the property"
      ]
    )
    #expect(findings(source, "Post", ["count": 1], rules: rules) == [])
  }

  @Test("Lists in place of maps, and maps in place of lists, are reported")
  func containers() {
    #expect(
      findings("", "[String: [Int]]", ["a": ["x": 1], "b": [1, nil]]) == [
        "wrong-type /a: expected a list, found map of 1",
        "null-value /b/1: expected Int, found null",
      ]
    )
    #expect(
      findings("", "[String: Int]", [1, 2]) == ["wrong-type /: expected a map, found list of 2"]
    )
    #expect(
      findings("", "[Int: Int]", ["1": 1, "+2": 2, "x": 3, "03": "y"]) == [
        #"wrong-type /03: expected Int, found string "y""#,
        #"wrong-type /x: expected a key that is an Int, found "x""#,
      ]
    )
    #expect(findings("", "Set<Int?>", [1, nil]) == [])
    #expect(
      findings("", "[ClosedRange<Int>]", [[1, 2], [2, 1], [1], ["a", 1]]) == [
        "unreadable-value /1: expected the lower bound first, found integer 2 before integer 1",
        "wrong-type /2: expected a list with two bounds, found list of 1",
        #"wrong-type /3/0: expected Int, found string "a""#,
      ]
    )
    #expect(
      findings("", "[CGPoint]", [[1, 2.5], [1]])
        == ["wrong-type /1: expected a list of 2 numbers, found list of 1"]
    )
  }

  @Test("Dictionaries with enumeration keys are checked")
  func enumKeys() {
    let plain = "enum Rank: String, Codable { case gold, silver }"
    #expect(
      findings(plain, "[Rank: Int]", ["gold": 1]) == [
        "wrong-type /: expected a list, found map of 1; [Rank: Int] is read from a list of "
          + "alternating keys and values, as Rank is not CodingKeyRepresentable"
      ]
    )
    #expect(
      findings(plain, "[Rank: Int]", ["gold", 1, "golf", "x", "silver"]) == [
        #"unknown-case /2: expected Rank, found string "golf", which is not one of its cases "#
          + #"(gold, silver); did you mean "gold"?"#,
        #"wrong-type /3: expected Int, found string "x""#,
        "unreadable-value /: expected alternating keys and values, found a key without a value at "
          + "the end",
      ]
    )
    let keyed = plain + "\nextension Rank: CodingKeyRepresentable {}"
    #expect(
      findings(keyed, "[Rank: Int]", ["gold": 1, "golf": 2]) == [
        #"unknown-case /golf: expected a key that is a Rank, found "golf" (gold, silver); did you"#
          + #" mean "gold"?"#
      ]
    )
  }

  @Test("Enumerations with associated values are checked")
  func payloads() {
    let source =
      "enum Payment: Codable { case cash(amount: Int), card(String, holder: String?), free }"
    #expect(
      findings(
        source,
        "[Payment]",
        [
          ["cash": ["amount": 1]], ["card": ["_0": "x"]], ["free": [:]],
          ["cash": ["amount": "x", "coins": 1]], ["csh": ["amount": 1]], [:],
          ["cash": ["amount": 1], "free": [:]], "free", ["free": [:], "note": 1],
        ]
      ) == [
        #"wrong-type /3/cash/amount: Payment.cash.amount: expected Int, found string "x""#,
        #"unread-key /3/cash/coins: no type reads "coins"; Payment reads amount"#,
        #"unknown-case /4: "csh" is not a case of Payment (cash, card, free); did you mean"#
          + #" "cash"?"#,
        "wrong-type /5: expected one of the keys cash, card, free for Payment, found none",
        "wrong-type /6: expected one of the keys cash, card, free for Payment, found cash, free",
        #"wrong-type /7: expected a map, found string "free""#,
        #"unread-key /8/note: no type reads "note"; Payment reads only one of the keys cash, "#
          + #"card, free"#,
      ]
    )
  }

  @Test("Tolerated, opaque and unknown decoding causes no findings")
  func noFalseAlarms() {
    let source = """
      struct Shop: Codable {
        let version = 1
        @Lossy var tags: [String]
        let kind: Kind
        enum Kind: Decodable {
          case a
          init(from decoder: any Decoder) throws {
            self = Kind(decoder.singleValueContainer()) ?? .a
          }
        }
      }
      """
    let shops = report(source, "[Shop]", [["kind": true], ["version": "x", "tags": 1, "kind": 5]])
    #expect(shops.summaries == [])
    #expect(
      shops.notChecked == [
        "Shop.tags (Models.swift:3:14): the type that @Lossy reads is unknown",
        "Shop.Kind (Models.swift:5:8): init(from:) at Models.swift:7:5 reads a single value",
      ]
    )
  }

  @Test("Values that a single-value type cannot decode are reported")
  func singleValues() {
    let source = """
      struct Shop: Decodable { let tags: Tags; let name: Name }
      struct Tags: Decodable {
        let list: [Tag]
        init(from decoder: any Decoder) throws {
          list = try decoder.singleValueContainer().decode([Tag].self)
        }
      }
      struct Tag: Decodable { let id: Int }
      struct Name: Decodable {
        let text: String
        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          text = try container.decode(String.self)
          guard !text.isEmpty else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "empty")
          }
        }
      }
      """
    let shops = report(
      source,
      "[Shop]",
      [["tags": [["id": 1], ["id": "x"]], "name": ""], ["tags": [:], "name": 5]]
    )
    #expect(
      shops.summaries == [
        #"wrong-type /0/tags/1/id: Tag.id: expected Int, found string "x""#,
        "wrong-type /1/name: Shop.name: expected String, found integer 5",
        "wrong-type /1/tags: Shop.tags: expected a list, found map of 0",
      ]
    )
    #expect(
      shops.notChecked == [
        "Name: init(from:) at Models.swift:11:3 may reject the value"
      ]
    )
  }

  @Test("Custom container methods cause no findings")
  func overloads() {
    let source = """
      extension KeyedDecodingContainer {
        func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { true }
        func decodeIfPresent<T>(_ type: [T].Type, forKey key: Key) throws -> [T]? { nil }
        func decodeLossy(_ type: Int.Type, forKey key: Key) throws -> Int { 0 }
      }
      struct Shop: Codable { let isOpen: Bool; let tags: [String]?; let id: Int }
      """
    let shops = report(source, "[Shop]", [["tags": 1, "id": "x"]])
    #expect(shops.summaries == [#"wrong-type /0/id: Shop.id: expected Int, found string "x""#])
    #expect(
      shops.notChecked == [
        "Shop.isOpen (Models.swift:6:28): KeyedDecodingContainer has a custom decode for Bool "
          + "(Models.swift:1:11)",
        "Shop.tags (Models.swift:6:46): KeyedDecodingContainer has a custom decode for [T] "
          + "(Models.swift:1:11)",
      ]
    )
  }

  @Test("Text is rejected as a URL exactly if Foundation rejects it")
  func urls() {
    var random = SeededGenerator(seed: 7)
    let alphabet = Array("ab0.-/_~:?#[]@ %é")
    for _ in 0..<2000 {
      let length = Int.random(in: 0..<8, using: &random)
      let rest = (0..<length).compactMap { _ in alphabet.randomElement(using: &random) }
      let text = ["http://", "https://", "", "x:"].randomElement(using: &random) ?? ""
      let url = text + String(rest)
      #expect(findings("", "URL", .string(url)).isEmpty == (URL(string: url) != nil), "\(url)")
    }
  }

  @Test("Nothing below 512 levels is checked, which is reported")
  func depth() {
    let tree = Tree((0..<520).reduce([:]) { inner, _ in ["next": inner] } as TreeLiteral)
    let summaries = report(index("class N: Codable { let next: N? }"), "N", tree).summaries
    #expect(summaries.count == 1)
    #expect(
      summaries.first?.hasSuffix(": nested more than 512 levels deep; deeper values are not read")
        == true
    )
  }
}
