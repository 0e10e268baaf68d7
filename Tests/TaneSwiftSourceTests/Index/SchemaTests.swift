import Foundation
import TestSupport
import TaneCore
import TaneSwiftSource
import Testing

@Suite("Schemas of types")
struct SchemaTests {
  /// Returns the fields as `key property: Type presence`.
  private func fields(_ source: String, _ type: String = "Shop") -> [String] {
    guard case .fields(let shape) = index(source).schema(named: type)?.shape else { return [] }
    return shape.fields.map { field in
      guard case .value(let type) = field.content else {
        return "\(field.key) \(field.property) \(field.presence)"
      }
      return "\(field.key) \(field.property): \(type) \(field.presence)"
    }
  }

  private func opaqueReason(_ source: String, _ type: String = "Shop") -> String? {
    guard case .opaque(let reason) = index(source).schema(named: type)?.shape else { return nil }
    return reason
  }

  @Test("A schema has the stored properties that are decoded")
  func storedProperties() {
    let source = """
      struct Shop: Codable {
        let id: Int, name: String
        var x, y: Double
        let version = 2
        var count = 0
        var words = ["a", "b"]
        var home = Place()
        var made = make()
        var rating: Double?
        var floor: Optional<Int>
        var seats: Int!
        lazy var slow = 1
        static let shared = 1
        var computed: Int { 1 }
        var accessed: Int { get { 1 } set {} }
        var observed: Int { didSet {} }
        private(set) var hidden: Bool
        var (width, height): (Int, Double?), (depth): Int
        var (left, right) = (1, 2)
        func method() { let local = 1 }
      }
      """
    #expect(
      fields(source) == [
        "id id: Int required", "name name: String required", "x x: Double required",
        "y y: Double required", "version version: Int unread", "count count: Int required",
        "words words: [String] required", "home home: Place required", "made made tolerated",
        "rating rating: Double? optional", "floor floor: Int? optional",
        "seats seats: Int? optional", "observed observed: Int required",
        "hidden hidden: Bool required", "width width: Int required",
        "height height: Double? optional", "depth depth: Int required", "left left tolerated",
        "right right tolerated",
      ]
    )
  }

  @Test("The types of literal values are inferred")
  func inferredTypes() {
    let source = """
      struct Shop: Codable {
        var counts = ["a": 1, "b": 2]
        var tags = [] as [String]
        var limit = 24 * 60
        var share = 1 / 2.5
        var mixed = ["a": 1, "b": "c"]
        var sum = limit + 1
        var chosen = value as? Int
      }
      """
    #expect(
      fields(source) == [
        "counts counts: [String: Int] required", "tags tags: [String] required",
        "limit limit: Int required", "share share: Double required", "mixed mixed tolerated",
        "sum sum tolerated", "chosen chosen tolerated",
      ]
    )
  }

  @Test("CodingKeys are followed when renamed, incomplete, aliased or in an extension")
  func codingKeys() {
    #expect(
      fields(
        """
        struct Shop: Codable {
          let id: Int
          var `class`: String
          var cache = 1
          private enum CodingKeys: String, CodingKey { case id = "shop_id", `class` }
        }
        """
      ) == ["shop_id id: Int required", "class class: String required"]
    )
    #expect(
      fields(
        """
        struct Shop: Codable { let id: Int; let name: String }
        extension Shop { typealias CodingKeys = Keys }
        enum Keys: String, CodingKey { case id = "i", name = "n" }
        """
      ) == ["i id: Int required", "n name: String required"]
    )
    #expect(
      fields(
        """
        struct Shop: Codable {
          let id: Int
          enum CodingKeys: Int, CodingKey { case id = 7 }
        }
        """
      ) == ["id id: Int required"]
    )
    #expect(
      opaqueReason(
        """
        struct Shop: Codable {
          let id: Int
          enum CodingKeys: CodingKey { case id; var stringValue: String { "i" } }
        }
        """
      ) == "Shop.CodingKeys computes its keys"
    )
  }

  @Test("An alias of an optional is optional, but a generic argument is not")
  func hiddenOptionals() {
    let source = """
      typealias Maybe = Int?
      struct Shop: Codable { let floor: Maybe }
      struct Box<Value: Codable>: Codable { let value: Value }
      """
    #expect(fields(source) == ["floor floor: Maybe optional"])
    #expect(fields(source, "Box") == ["value value: Value required"])
  }

  @Test("A schema has explicit and implicit raw values")
  func rawValues() {
    func cases(_ source: String) -> [String] {
      guard case .rawValues(let shape) = index(source).schema(named: "Kind")?.shape else {
        return []
      }
      return ["\(shape.type)"] + shape.cases.map { "\($0.name)=\($0.value)" }
    }
    #expect(
      cases(#"enum Kind: String, Codable { case cafe, bar = "Bar"; case `default` }"#)
        == ["String", "cafe=cafe", "bar=Bar", "default=default"]
    )
    #expect(
      cases("enum Kind: Int, Codable { case a, b = 5, c, d = -1, e, f = 0x10, g = 1_000 }")
        == ["Int", "a=0", "b=5", "c=6", "d=-1", "e=0", "f=16", "g=1000"]
    )
    #expect(
      cases("typealias Code = UInt8; enum Kind: Code { case a }; extension Kind: Codable {}")
        == ["UInt8", "a=0"]
    )
    #expect(
      cases("struct Kind: RawRepresentable, Codable { let rawValue: String }") == ["String"]
    )
    #expect(cases("struct Kind: OptionSet, Codable { let rawValue: UInt8 }") == ["UInt8"])
  }

  @Test("Cases with associated values have the synthesized layout")
  func cases() throws {
    let source = """
      enum Payment: Codable {
        case cash(amount: Int), card(String, holder: Name?)
        case free
        case internalOnly
        enum CodingKeys: String, CodingKey { case cash = "c", card, free }
        enum CashCodingKeys: String, CodingKey { case amount = "a" }
      }
      """
    guard case .cases(let cases) = index(source).schema(named: "Payment")?.shape else {
      Issue.record("no cases")
      return
    }
    #expect(cases.map(\.key) == ["c", "card", "free"])
    #expect(
      cases.map { $0.fields.fields.map { "\($0.key) \($0.presence)" } } == [
        ["a required"], ["_0 required", "holder optional"], [],
      ]
    )
  }

  @Test("Properties of superclasses are included as init(from:) reads them")
  func classes() {
    let source = """
      class Base: Codable { var a = 1 }
      class Plain: Base { var b = 2 }
      class Own: Base {
        var b: Int
        enum CodingKeys: String, CodingKey { case b }
        required init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          b = try container.decode(Int.self, forKey: .b)
          try super.init(from: decoder)
        }
      }
      class Model: NSObject, Codable { var c: Int }
      class Outside: UnknownBase { var d: Int }
      """
    func shape(_ name: String) -> FieldsShape? {
      guard case .fields(let shape) = index(source).schema(named: name)?.shape else { return nil }
      return shape
    }
    #expect(shape("Plain")?.fields == [])
    #expect(shape("Plain")?.includes.map(\.description) == ["Base"])
    #expect(fields(source, "Own") == ["b b: Int required"])
    #expect(shape("Own")?.includes.map(\.description) == ["Base"])
    #expect(fields(source, "Model") == ["c c: Int required"])
    #expect(
      opaqueReason(source, "Outside")
        == "it inherits from UnknownBase, which is not declared in the scanned files"
    )
  }

  @Test("Firebase's property wrappers are known, and unknown ones are named")
  func wrappers() {
    let source = """
      struct Shop: Codable {
        @ServerTimestamp var made: Date?
        @DocumentID var id: String?
        @ExplicitNull var note: String?
        @Lossy var tags: [String]
        @MainActor var plain: Int
        #if DEBUG
        var debug: Int
        #endif
      }
      """
    #expect(
      fields(source) == [
        "made made: ServerTimestamp? required", "id id: String? identifier",
        "note note: String? required", "tags tags tolerated", "plain plain: Int required",
        "debug debug: Int tolerated",
      ]
    )
    #expect(
      index(source).schema(named: "Shop")?.assumptions == [
        "Shop.tags (Models.swift:5:14): the type that @Lossy reads is unknown",
        "Shop.debug (Models.swift:8:7) is inside #if",
      ]
    )
    #expect(
      opaqueReason("@Observable final class Shop: Codable { var id: Int }")
        == "@Observable may be a macro, whose expansion is not analyzed"
    )
  }

  @Test("The type of a property is inferred from a member used as its value")
  func members() {
    let source = """
      struct Shop: Codable {
        var kind = Kind.cafe
        var other = Shop.Kind.other(2)
        var settings = Settings.standard
        var size = Settings.size
        var opened = Date.distantPast
        var site = URL(string: "https://a.example")!
        var page = Settings.pages
        var made = Factory.make()
        enum Kind: Codable { case cafe, other(Int) }
      }
      struct Settings: Codable {
        var size = 1
        static let standard: Self = .init()
        static let size = 20
        static let pages: [Page]
        struct Page: Codable {}
      }
      """
    #expect(
      fields(source) == [
        "kind kind: Kind required", "other other: Shop.Kind required",
        "settings settings: Settings required", "size size: Int required",
        "opened opened: Date required", "site site: URL required", "page page tolerated",
        "made made tolerated",
      ]
    )
  }

  @Test("Property wrappers in the sources are analyzed")
  func ownWrappers() {
    let source = """
      struct Shop: Codable {
        @Trimmed var name: String
        @Default var tags: [String]
        @Default<Int> var count
        @Aliased var rank: Int
        @Fallback var level: Int?
        @Trimmed @Default var both: String
        @Unknown var other: Int
        @Lenient var maybe: Int
        #if DEBUG
        @Trimmed var debug: String
        #endif
      }
      typealias Aliased = Default<Int>
      @propertyWrapper struct Trimmed: Codable { var wrappedValue: String }
      @propertyWrapper struct Default<Value: Codable>: Codable {
        private var value: Value
        var wrappedValue: Value { get { value } set { value = newValue } }
        init(from decoder: any Decoder) throws {
          value = try decoder.singleValueContainer().decode(Value.self)
        }
      }
      @propertyWrapper struct Fallback<Value: Codable>: Codable {
        var wrappedValue: Value?
        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          wrappedValue = try container.decode(Value?.self)
        }
      }
      typealias Lenient = Soft<Int>
      @propertyWrapper struct Soft<Value: Codable>: Codable { var wrappedValue: Value }
      extension KeyedDecodingContainer {
        func decode<T>(_ type: Soft<T>.Type, forKey key: Key) throws -> Soft<T> { fatalError() }
      }
      """
    #expect(
      fields(source) == [
        "name name: Trimmed required", "tags tags: Default<[String]> required",
        "count count: Default<Int> required", "rank rank: Aliased required",
        "level level: Fallback<Int> required", "both both tolerated", "other other tolerated",
        "maybe maybe: Lenient tolerated", "debug debug: Trimmed tolerated",
      ]
    )
    #expect(
      findings(
        source,
        "[Shop]",
        [
          [
            "name": ["wrappedValue": "a"], "tags": ["a"], "count": 1, "rank": 1, "level": nil,
            "maybe": "x",
          ], ["name": "a", "tags": [1], "count": "x", "rank": nil],
        ]
      ) == [
        "wrong-type /1/count: Shop.count: expected Int, found string \"x\"",
        #"wrong-type /1/name: Shop.name: expected a map, found string "a""#,
        "null-value /1/rank: Shop.rank: expected Int, found null",
        "wrong-type /1/tags/0: Shop.tags: expected String, found integer 1",
        #"missing-key /1/level: Shop.level (Fallback<Int>) requires the key "level", which is "#
          + #"missing"#,
      ]
    )
  }

  @Test("Conformance can come from a protocol that refines Decodable or has an initializer")
  func protocols() {
    let files = [
      SwiftFile("Model.swift", "protocol Model: Codable, Sendable {}"),
      SwiftFile("Shop.swift", "struct Shop: Identifiable, Model { let id: Key }"),
      SwiftFile("Key.swift", "typealias Key = Int"),
      SwiftFile("Noise.swift", "struct Noise { let x: Int }"),
    ]
    let index = SourceIndex(of: files)
    #expect(index.decodableTypeNames == ["Shop"])
    #expect(index.readFileCount == 3)
    #expect(
      opaqueReason(
        """
        protocol Model: Decodable {}
        extension Model { init(from decoder: any Decoder) throws { fatalError() } }
        struct Shop: Model { let id: Int }
        """
      ) == "init(from:) may come from the protocol Model"
    )
  }

  @Test("Types with one name are qualified by their folder")
  func mappableNames() {
    func names(_ files: [String]) -> [String] {
      SourceIndex(of: files.map { SwiftFile($0, "struct Shop: Codable { let id: Int }") })
        .mappableTypeNames
    }
    #expect(names(["App/Models/Shop.swift"]) == ["Shop"])
    #expect(
      names(["App/Models/Shop.swift", "Watch/Models/Shop.swift"]) == ["App.Shop", "Watch.Shop"]
    )
    #expect(names(["App/Shop.swift", "App/Old/Shop.swift"]) == ["Old.Shop"])
    #expect(names(["App/Shop.swift", "App/Other.swift"]) == ["Shop"])
  }

  @Test("A conformance in another file is found")
  func conformanceElsewhere() {
    let index = SourceIndex(of: [
      SwiftFile("Kind.swift", "enum Kind: String { case cafe }"),
      SwiftFile("Kind+Codable.swift", "extension Kind: Codable {}"),
    ])
    #expect(index.decodableTypeNames == ["Kind"])
  }

  @Test("Invalid source code yields a partial schema without a crash")
  func brokenSources() {
    let source = """
      struct Shop: Codable { let id: ; let name: String; let }
      struct : Codable { enum
      extension { class Open: Codable { var x: Int
      """
    #expect(index(source).schema(named: "Shop") != nil)
    var random = SeededGenerator(seed: 3)
    let bytes = Array(source.utf8)
    for _ in 0..<50 {
      let start = Int.random(in: 0..<bytes.count, using: &random)
      var damaged = Array("//Codable\n".utf8) + bytes[start...] + bytes[..<start]
      damaged[Int.random(in: 10..<damaged.count, using: &random)] = .random(
        in: 0...255,
        using: &random
      )
      let index = SourceIndex(of: [SwiftFile(name: "Damaged.swift", bytes: damaged)])
      #expect(index.readFileCount == 1)
      _ = index.decodableTypeNames.map { index.schema(named: $0) }
    }
  }

  @Test("The schema of a type is unchanged after encoding and decoding")
  func encoding() throws {
    let source = """
      struct Shop: Codable { let id: Int; let tags: [String: Set<Tag>]?; let page: Page<Tag>.Item }
      """
    let schema = try #require(index(source).schema(named: "Shop"))
    let data = try JSONEncoder().encode(schema)
    #expect(try JSONDecoder().decode(TypeSchema.self, from: data) == schema)
    #expect(schema.place.description == "Models.swift:1:8")
  }
}
