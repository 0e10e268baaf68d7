import TaneCore
import TaneMapping
import tane_swift_reader
import TaneSwiftSource
import Testing

@Suite("Checks without false errors")
struct FalseErrorTests {
  @Test("An identifier requested in an initializer is left to Firestore's decoder")
  func documentIdentifiers() {
    let source = """
      struct Post: Decodable {
        private let _id: DocumentID<String>
        let title: String
        let author: DocumentID<String>?
        enum CodingKeys: String, CodingKey { case id, title, author }
        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          _id = try container.decode(DocumentID<String>.self, forKey: .id)
          title = try container.decode(String.self, forKey: .title)
          author = try container.decodeIfPresent(DocumentID<String>.self, forKey: .author)
        }
      }
      struct Note: Codable { let id: DocumentID<String>; let text: String }
      """
    let rules = ReadingRules(readsDocuments: true)
    #expect(findings(source, "Post", ["title": "a"], rules: rules) == [])
    #expect(findings(source, "Note", ["text": "a"], rules: rules) == [])
    #expect(
      findings(source, "Post", ["title": "a"]) == [
        "unreadable-value /id: Post.id: only Firestore's decoder sets a @DocumentID; the Realtime "
          + "Database decoder cannot decode Post"
      ]
    )
    let post = report(source, "Post", ["title": "a"], rules: rules)
    #expect(post.notChecked == [])
  }

  @Test("Foreign types are read by the extension that makes them decodable")
  func foreignTypes() {
    let index = SourceIndex(of: [
      SwiftFile(
        "Color.swift",
        """
        import SwiftUI
        extension Color: Codable {
          enum CodingKeys: String, CodingKey { case red = "r", green = "g" }
          public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let red = try container.decode(Double.self, forKey: .red)
            self.init(red: red, green: try container.decode(Double.self, forKey: .green), blue: 0)
          }
        }
        extension UIKit.UIImage: Model {
          enum CodingKeys: String, CodingKey { case name = "n" }
          init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(named: try container.decode(String.self, forKey: .name))
          }
        }
        extension Region: @retroactive Decodable {}
        extension Region: Sendable {}
        extension Date: RawRepresentable { public var rawValue: String { "" } }
        """
      ),
      SwiftFile("Model.swift", "protocol Model: Codable {}"),
      SwiftFile(
        "Shop.swift",
        """
        struct Shop: Codable {
          let color: Color, image: UIImage, other: UIKit.UIImage?, region: Region?, at: Date
        }
        """
      ),
    ])
    let shop = report(
      index,
      "[Shop]",
      Tree([
        ["color": ["r": 1, "g": 0.5], "image": ["n": "a"], "region": 1, "at": 1],
        ["color": ["r": "x"], "image": ["name": "a"], "other": ["n": 1], "at": 1],
      ])
    )
    #expect(
      shop.summaries == [
        #"wrong-type /1/color/r: Color.red: expected Double, found string "x""#,
        #"missing-key /1/color/g: Color.green (Double) requires the key "g", which is missing"#,
        #"missing-key /1/image/n: UIKit.UIImage.name (String) requires the key "n", which is "#
          + #"missing; did you mean "n" instead of "name"?"#,
        "wrong-type /1/other/n: UIKit.UIImage.name: expected String, found integer 1",
      ]
    )
    #expect(
      shop.notChecked == [
        "Region (Color.swift:17:11): the scanned files declare only extensions of it, and none "
          + "with init(from:)"
      ]
    )
  }

  @Test("A type is reported as not Codable only if that is certain")
  func notDecodable() {
    let files = [
      SwiftFile("Row.swift", "struct Row: Identifiable { let id: Int }"),
      SwiftFile("Written.swift", "struct Written: Encodable, Hashable { let id: Int }"),
      SwiftFile("Macro.swift", "@Codable struct Macro { let id: Int }"),
      SwiftFile("Outside.swift", "struct Outside: APIModel { let id: Int }"),
      SwiftFile("Late.swift", "struct Late { let id: Int }"),
      SwiftFile("Late+Model.swift", "extension Late: APIModel {}"),
      SwiftFile("Heir.swift", "class Base: Realm {}\nclass Heir: Base {}"),
      SwiftFile("Shop.swift", "struct Shop: Codable { let row: Row? }"),
    ]
    let names = ["Row", "Written", "Macro", "Outside", "Late", "Heir", "Shop"]
    let types = names.map { TypeReference(parsing: "[\($0)]") ?? .other($0) }
    let index = SourceIndex(of: files, naming: types, reader: SyntaxReader())
    let advice = "; use the type that the app decodes, or make this type Codable"
    #expect(
      types.map(index.problems) == [
        ["Row does not conform to Decodable (Row.swift:1:8)\(advice)"],
        ["Written does not conform to Decodable (Written.swift:1:8)\(advice)"], [], [], [], [], [],
      ]
    )
    let shop = report(index, "Shop", Tree(["row": 1]))
    #expect(shop.summaries == [])
    #expect(
      shop.notChecked == [
        "Row (the type of Shop.row) at Row.swift:1:8 does not conform to Decodable in the scanned files"
      ]
    )
  }

  @Test("Ranges are decoded as in the standard library")
  func ranges() {
    #expect(findings("", "[Range<Int>]", [[1, 2, 3], [1, 1, "x"]]) == [])
    #expect(
      findings("", "[Range<Int>]", [[9_007_199_254_740_993, 9_007_199_254_740_992], [1], [:]]) == [
        "unreadable-value /0: expected the lower bound first, found integer 9007199254740993 before"
          + " integer 9007199254740992",
        "wrong-type /1: expected a list with two bounds, found list of 1",
        "wrong-type /2: expected a list with two bounds, found map of 0",
      ]
    )
    // As Float values, both bounds are equal.
    #expect(findings("", "ClosedRange<Float>", [1.00000001, 1]) == [])
    #expect(
      findings("", "[ClosedRange<String>]", [["a", "b"], ["b", "a"]]) == [
        #"unreadable-value /1: expected the lower bound first, found string "b" before string "a""#
      ]
    )
    let days: TreeLiteral = ["2024-05-02T00:00:00Z", "2024-05-01T00:00:00Z"]
    #expect(
      findings("", "Range<Date>", days, rules: ReadingRules(dates: .iso8601)) == [
        #"unreadable-value /: expected the lower bound first, found string "2024-05-02T00:00:00Z" before"#
          + #" string "2024-05-01T00:00:00Z""#
      ]
    )
    #expect(
      findings("", "[PartialRangeFrom<Int>]", [[1], [1, 2], [], ["x"]]) == [
        "wrong-type /2: expected a list with one bound, found list of 0",
        #"wrong-type /3/0: expected Int, found string "x""#,
      ]
    )
  }

  @Test("Numbers for Float are accepted as by the decoder in use")
  func floats() {
    let numbers: TreeLiteral = [1e-50, 3.4028235e38, 3.5e38, 0, 1e-40]
    #expect(
      findings("", "[Float]", numbers) == [
        "unreadable-value /1: expected Float, found number 3.4028235e+38, which is beyond its range",
        "unreadable-value /2: expected Float, found number 3.5e+38, which is beyond its range",
      ]
    )
    #expect(
      findings("", "[Float]", numbers, rules: ReadingRules(readsJSON: true)) == [
        "unreadable-value /0: expected Float, found number 1e-50, which is too small for a Float",
        "unreadable-value /2: expected Float, found number 3.5e+38, which is beyond its range",
      ]
    )
    let others: TreeLiteral = [1e-50, 1e39, .double(.infinity), .double(.nan)]
    #expect(
      findings("", "[Float]", others) == [
        "unreadable-value /1: expected Float, found number 1e+39, which is beyond its range"
      ]
    )
    #expect(
      findings("", "[Float]", others, rules: ReadingRules(readsDocuments: true)) == [
        "unreadable-value /1: expected Float, found number 1e+39, which is beyond its range",
        "unreadable-value /2: expected Float, found number inf, which is beyond its range",
        "unreadable-value /3: expected Float, found number nan, which is beyond its range",
      ]
    )
  }

  @Test("Remote Config parameters are converted as by the Firebase SDK")
  func parameters() {
    let source = """
      enum Theme: String, Codable { case light, five = "5" }
      struct Flags: Codable {
        let name: String, page: Int, share: Double, on: Bool, list: [Int], theme: Theme, raw: Data
        let limit: Int?
      }
      """
    let rules = ReadingRules(readsParameters: true)
    #expect(
      findings(
        source,
        "Flags",
        [
          "name": 5, "page": "20", "share": "0.5", "on": "true", "list": "[1, 2]", "theme": 5,
          "raw": ["a": 1], "limit": "3",
        ],
        rules: rules
      ) == []
    )
    let wrong: TreeLiteral = [
      "name": [1], "page": "abc", "share": "12px", "on": "on", "list": "[1, \"x\"]",
      "theme": "zzzz", "raw": "", "limit": "1.5",
    ]
    let sdk = "which the Firebase SDK reads as"
    #expect(
      report(source, "Flags", wrong, rules: rules).findings.map {
        "\($0.severity) \($0.code) \($0.address?.path ?? .root): \($0.message)"
      } == [
        "error unreadable-value /limit: Flags.limit: expected Int, found number 1.5, which Int cannot"
          + " represent exactly",
        #"error wrong-type /list/1: Flags.list: expected Int, found string "x""#,
        #"warning wrong-type /on: Flags.on: expected Bool, found string "on", \#(sdk) false"#,
        #"warning wrong-type /page: Flags.page: expected Int, found string "abc", \#(sdk) 0"#,
        #"warning wrong-type /share: Flags.share: expected Double, found string "12px", \#(sdk) 12"#,
        #"error unknown-case /theme: Flags.theme: expected Theme, found string "zzzz", which is not"#
          + " one of its cases (light, 5)",
      ]
    )
  }

  @Test("A type without keys decodes any value, unless its initializer opens a container")
  func emptyTypes() {
    let source = """
      struct Empty: Codable {}
      struct Opening: Decodable {
        enum Keys: CodingKey { case a }
        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Keys.self) }
      }
      struct Page: Codable { let empty: Empty, none: Empty, opening: Opening }
      """
    #expect(
      findings(source, "Page", ["empty": 1, "none": nil, "opening": 1]) == [
        "wrong-type /opening: Page.opening: expected a map, found integer 1"
      ]
    )
    #expect(
      findings(source, "[Empty]", [[1], "x", ["a": 1]]) == [
        #"unread-key /2/a: no type reads "a""#
      ]
    )
  }

  @Test("Strings for infinite numbers and NaN are accepted if the decoder converts them")
  func nonFiniteNumbers() {
    let source = "struct Sample: Codable { let x: Double, y: Float, at: Date, origin: CGPoint }"
    let sample: TreeLiteral = ["x": "inf", "y": "-inf", "at": "nan", "origin": [0, "inf"]]
    let rules = ReadingRules(readsJSON: true, nonFiniteNumbers: ["inf", "-inf", "nan"])
    #expect(findings(source, "Sample", sample, rules: rules) == [])
    #expect(
      findings("", "[Double]", ["Inf", "inf"], rules: rules) == [
        #"wrong-type /0: expected Double, found string "Inf""#
      ]
    )
    #expect(
      findings("", "Decimal", "inf", rules: rules) == [
        #"wrong-type /: expected Decimal, found string "inf""#
      ]
    )
    #expect(
      findings("", "Double", "inf") == [#"wrong-type /: expected Double, found string "inf""#]
    )
  }

  @Test("Of several types with the same name, the one in the iOS branch or the same folder is used")
  func duplicates() {
    let branches = """
      #if os(macOS) || !canImport(UIKit) && DEBUG
      struct Shop: Codable { let mac: Int; enum CodingKeys: String, CodingKey { case mac = "m" } }
      #elseif os(iOS)
      struct Shop: Codable { let id: Int; enum CodingKeys: String, CodingKey { case id = "i" } }
      #else
      struct Shop: Codable { let other: Int }
      #endif
      """
    let shop = report(branches, "Shop", ["i": "x"])
    #expect(shop.summaries == [#"wrong-type /i: Shop.id: expected Int, found string "x""#])
    #expect(shop.notChecked == [])
    let environments = """
      #if targetEnvironment(simulator)
      struct Shop: Codable { let fake: Int }
      #else
      struct Shop: Codable { let id: Int }
      #endif
      """
    #expect(
      findings(environments, "Shop", ["id": "x"])
        == [#"wrong-type /id: Shop.id: expected Int, found string "x""#]
    )
    let targets = SourceIndex(of: [
      SwiftFile("App/Models/Shop.swift", "struct Shop: Codable { let id: Int }"),
      SwiftFile("Widget/Shop.swift", "struct Shop: Codable { let name: String }"),
      SwiftFile("App/Page.swift", "struct Page: Codable { let shops: [Shop] }"),
      SwiftFile("Widget/Entry.swift", "struct Entry: Codable { let shop: Shop }"),
      SwiftFile("Tests/Sample.swift", "struct Sample: Codable { let shop: Shop }"),
    ])
    #expect(report(targets, "Page", Tree(["shops": [["id": 1]]])).summaries == [])
    #expect(report(targets, "Entry", Tree(["shop": ["name": "a"]])).summaries == [])
    #expect(report(targets, "Widget.Shop", Tree(["name": "a"])).summaries == [])
    #expect(targets.problems(in: .named("App.Shop")) == [])
    let clause =
      "is declared more than once: App/Models/Shop.swift:1:8, Widget/Shop.swift:1:8; prefix the "
      + "name with its folder, as in \"App.Shop\", or add the files of the others to \"exclude\" "
      + "in fixtures/mappings.yaml"
    #expect(targets.problems(in: .named("Shop")) == ["Shop \(clause)"])
    #expect(
      report(targets, "Sample", Tree(["shop": 1])).notChecked
        == ["Shop (the type of Sample.shop) \(clause)"]
    )
    let nested = SourceIndex(of: [
      SwiftFile("App/Shop.swift", "struct Shop: Codable { enum Kind: String, Codable { case a } }"),
      SwiftFile("Old/Shop.swift", "struct Shop: Codable { let name: String }"),
    ])
    #expect(nested.problems(in: .named("Shop.Kind")) == [])
    #expect(
      report(nested, "Shop.Kind", Tree("wrong")).summaries == [
        #"unknown-case /: expected Kind, found string "wrong", which is not one of its cases (a)"#
      ]
    )
  }

  @Test("Members and extensions in branches for other platforms are ignored")
  func otherPlatforms() {
    let source = """
      struct Shop: Codable { let id: Int, name: String, kind: Kind, page: Page }
      #if os(macOS)
      extension Shop { enum CodingKeys: String, CodingKey { case id = "mac" } }
      #endif
      enum Kind: String, Codable {
        case cafe
        #if os(macOS)
        case bar
        #endif
      }
      struct Page {
        let a: Int, b: Int
        #if !os(iOS)
        enum BKeys: CodingKey { case a, b }
        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: BKeys.self) }
        #endif
        enum CodingKeys: String, CodingKey {
          case a
          #if os(macOS)
          case b = "mac"
          #else
          case b
          #endif
        }
      }
      #if os(macOS)
      extension Page: Decodable {
        init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer() }
      }
      #else
      extension Page: Decodable {}
      #endif
      #if os(macOS)
      enum Mac: String, Codable { case dock }
      #endif
      """
    let shop: TreeLiteral = ["id": 1, "name": "a", "kind": "bar", "page": ["a": 1, "b": "x"]]
    #expect(
      findings(source, "Shop", shop) == [
        "unknown-case /kind: Shop.kind: expected Kind, found string \"bar\", which is not one of its "
          + "cases (cafe)",
        #"wrong-type /page/b: Page.b: expected Int, found string "x""#,
      ]
    )
    #expect(findings(source, "Mac", "dock") == [])
  }

  @Test("Coding keys that a key conversion never produces are reported")
  func convertedKeys() {
    let source = """
      struct Shop: Codable {
        let id: Int, image: String, note: String?, homeURL: String, mapURL: String?
        enum CodingKeys: String, CodingKey {
          case id = "shop_id", image, note = "foot_note", homeURL, mapURL
        }
      }
      enum Payment: Codable { case creditCard(cardNumber: Int) }
      enum Day: String, Codable, CodingKeyRepresentable { case weekDay }
      """
    let rules = ReadingRules(keys: .convertFromSnakeCase)
    let shop: TreeLiteral = [
      "shop_id": 1, "image": "a", "foot_note": "b", "home_url": "c", "map_url": "d",
    ]
    func never(_ property: String, _ key: String, _ converted: String) -> String {
      "Shop.\(property): the decoder converts \"\(key)\" to \"\(converted)\" "
        + "(convertFromSnakeCase), so no data matches the coding key \"\(key)\"; change the "
        + "coding key, or remove the strategy"
    }
    #expect(
      findings(source, "[Shop]", [shop], rules: rules) == [
        "unmatched-key /0/foot_note: \(never("note", "foot_note", "footNote"))",
        "unmatched-key /0/shop_id: \(never("id", "shop_id", "shopId"))",
        #"missing-key /0/homeURL: Shop.homeURL (String) requires the key "homeURL", which is "#
          + #"missing; "home_url" becomes "homeUrl" (convertFromSnakeCase)"#,
        #"unread-key /0/map_url: no type reads "map_url"; Shop reads shop_id, image, foot_note, homeURL,"#
          + #" mapURL; "map_url" becomes "mapUrl" (convertFromSnakeCase)"#,
      ]
    )
    #expect(findings(source, "[Shop]", [shop, shop], rules: rules).count == 6)
    #expect(
      findings(source, "Payment", ["credit_card": ["card_number": 1]], rules: rules) == []
    )
    #expect(findings(source, "[Day: Int]", ["week_day": 1], rules: rules) == [])
  }

  @Test("A key that never matches is reported only if its error decides the result")
  func neverMatchedKeysOfUnions() {
    let source = """
      struct Shop: Decodable { let id: Int; enum CodingKeys: String, CodingKey { case id = "shop_id" } }
      struct Twice: Decodable {
        init(from decoder: any Decoder) throws {
          let c = try decoder.singleValueContainer()
          do { x = try c.decode(Shop.self) } catch {
            if let shop = try? c.decode(Shop.self) { x = shop; return }
            x = try c.decode(String.self)
          }
        }
      }
      struct Either: Decodable {
        init(from decoder: any Decoder) throws {
          let c = try decoder.singleValueContainer()
          if let shop = try? c.decode(Shop.self) { x = shop } else { x = try c.decode([String: Int].self) }
        }
      }
      struct Page: Decodable {
        let draft: Shop?, shop: Shop
        enum CodingKeys: CodingKey { case draft, shop }
        init(from decoder: any Decoder) throws {
          let c = try decoder.container(keyedBy: CodingKeys.self)
          draft = try? c.decode(Shop.self, forKey: .draft)
          shop = try c.decode(Shop.self, forKey: .shop)
        }
      }
      """
    let rules = ReadingRules(keys: .convertFromSnakeCase)
    let shop: TreeLiteral = ["shop_id": 1]
    #expect(
      findings(source, "Twice", shop, rules: rules) == [
        "wrong-type /: expected Shop or String, found map of 1"
      ]
    )
    let value: TreeLiteral = ["shop_id": "a"]
    #expect(
      findings(source, "[Either]", [value, value], rules: rules) == [
        "wrong-type /0: expected Shop or [String: Int], found map of 1",
        "wrong-type /1: expected Shop or [String: Int], found map of 1",
      ]
    )
    let severities = report(source, "[Page]", [["draft": shop, "shop": shop]], rules: rules)
      .findings.map { "\($0.severity) \($0.code) \($0.address?.path ?? .root)" }
    #expect(
      severities == [
        "warning unmatched-key /0/draft/shop_id", "error unmatched-key /0/shop/shop_id",
      ]
    )
  }

  @Test("Files with syntax errors are named")
  func syntaxErrors() {
    let index = SourceIndex(of: [
      SwiftFile("Good.swift", "struct Good: Codable { let id: Int }"),
      SwiftFile("Bad.swift", "struct Bad: Codable {\n  let id: \n  let name String\n}"),
      SwiftFile("Open.swift", "struct Open: Codable {\n  let id: Int\n"),
    ])
    #expect(index.syntaxErrors.map(\.description) == ["Bad.swift:2:11", "Open.swift:2:14"])
  }
}
