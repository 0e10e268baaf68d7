import TaneCore
import TaneMapping
import TaneSwiftSource
import Testing

@Suite("Name lookup")
struct ScopeTests {
  @Test("A name refers to the innermost type around it before known types")
  func shadowing() {
    let source = """
      struct Date: Codable { let day: Int }
      struct Kind: Codable { let outer: Int }
      struct Shop: Codable {
        let kind: Kind
        let opened: Date
        enum Kind: String, Codable { case cafe }
      }
      """
    #expect(findings(source, "Shop", ["kind": "cafe", "opened": ["day": 1]]) == [])
    #expect(
      findings(source, "[Kind]", [["outer": "x"]])
        == [#"wrong-type /0/outer: Kind.outer: expected Int, found string "x""#]
    )
  }

  @Test("A name resolves in modules, extensions, superclasses and aliases")
  func paths() {
    let source = """
      class Base: Codable { enum Kind: String, Codable { case cafe } }
      class Shop: Base {
        let kind: Kind
        enum CodingKeys: CodingKey { case kind }
        required init(from decoder: any Decoder) throws {
          kind = try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .kind)
          try super.init(from: decoder)
        }
      }
      extension Outer.Inner { struct Leaf: Codable { let id: Foundation.UUID? } }
      enum Outer { enum Inner {} }
      typealias Short = Outer.Inner
      struct User: Codable {
        let leaf: MyModule.Outer.Inner.Leaf?
        let short: Short.Leaf?
        let own: [Self.Leaf]?
        struct Leaf: Codable { let number: Int }
      }
      """
    #expect(
      findings(source, "Shop", ["kind": "x"]) == [
        "unknown-case /kind: Shop.kind: expected Kind, found string \"x\", which is not one of its "
          + "cases (cafe)"
      ]
    )
    #expect(
      findings(source, "User", ["leaf": ["id": 1], "short": ["id": "?"], "own": [[:]]]) == [
        "wrong-type /leaf/id: Outer.Inner.Leaf.id: expected UUID, found integer 1",
        #"missing-key /own/0/number: User.Leaf.number (Int) requires the key "number", which is "#
          + #"missing"#,
        #"unreadable-value /short/id: Outer.Inner.Leaf.id: expected UUID, found string "?", which is"#
          + " not a valid UUID",
      ]
    )
    #expect(report(source, "User", [:]).notChecked == [])
  }

  @Test("A generic argument is resolved at the place of use")
  func generics() {
    let source = """
      struct Page<Item: Codable>: Codable {
        let items: [Item]
        let next: Cursor?
        struct Cursor: Codable { let after: Item }
      }
      typealias Pages<T> = [Page<T>]
      struct Node<Value: Codable>: Codable { let value: Value; let children: [Node]? }
      """
    #expect(
      findings(source, "Page<Int>", ["items": [1, "x"], "next": ["after": "y"]]) == [
        #"wrong-type /items/1: Page<Int>.items: expected Int, found string "x""#,
        #"wrong-type /next/after: Page.Cursor.after: expected Int, found string "y""#,
      ]
    )
    #expect(
      findings(source, "Pages<String>", [["items": [1]]])
        == ["wrong-type /0/items/0: Page<String>.items: expected String, found integer 1"]
    )
    #expect(
      findings(source, "Page<String>.Cursor", ["after": 1])
        == ["wrong-type /after: Page.Cursor.after: expected String, found integer 1"]
    )
    #expect(
      findings(source, "Node<Int>", ["value": 1, "children": [["value": "x"]]])
        == [#"wrong-type /children/0/value: Node<Int>.value: expected Int, found string "x""#]
    )
    #expect(
      findings(source, "Node<Int?>", [:])
        == [
          #"missing-key /value: Node<Int?>.value (Int?) requires the key "value", which is missing"#
        ]
    )
  }

  @Test("A generic argument that no property uses need not be decodable")
  func tags() {
    let source = """
      struct View {}
      struct ID<Owner>: Codable { let text: String }
      struct Box<Value: Decodable>: Decodable { let value: Value }
      struct Tagged<Tag, RawValue> { var rawValue: RawValue }
      extension Tagged: Decodable where RawValue: Decodable {
        init(from decoder: any Decoder) throws {
          do {
            self.init(rawValue: try decoder.singleValueContainer().decode(RawValue.self))
          } catch {
            self.init(rawValue: try .init(from: decoder))
          }
        }
      }
      struct Shop: Codable { let id: ID<View>, name: Tagged<(Shop, name: ()), String> }
      struct Page: Decodable { let id: ID<View>, box: Box<View> }
      struct Odd: Decodable { init(from decoder: any Decoder) throws { read(decoder) } }
      struct Both: Decodable { let id: ID<Odd>, odd: Odd }
      """
    let shops = report(source, "[Shop]", [["id": ["text": 1], "name": "a"], ["name": 1]])
    #expect(
      shops.summaries == [
        "wrong-type /0/id/text: ID<View>.text: expected String, found integer 1",
        "wrong-type /1/name: Shop.name: expected String, found integer 1",
        #"missing-key /1/id: Shop.id (ID<View>) requires the key "id", which is missing"#,
      ]
    )
    #expect(shops.notChecked == [])
    #expect(report(source, "Both", ["odd": 1]).notChecked.count == 1)
    #expect(
      report(source, "Page", ["box": ["value": 1]]).notChecked == [
        "View (the type of Page.box) at Models.swift:1:8 does not conform to Decodable in the scanned files"
      ]
    )
  }

  @Test("An unknown name is reported as unchecked")
  func unknownNames() {
    let source = """
      struct Shop: Codable { let id: Int; let place: Place; let pair: (Int, Int); let zone: TimeZone }
      struct Endless<T: Codable>: Codable { let next: Endless<[T]>? }
      """
    let shop = report(source, "Shop", ["id": 1, "place": 1, "pair": 1, "zone": 1])
    #expect(shop.summaries == [])
    #expect(
      shop.notChecked == [
        "Place (the type of Shop.place) is not declared in the scanned files",
        "(Int, Int) (the type of Shop.pair) is not a type that can be decoded",
        "TimeZone (the type of Shop.zone) is not analyzed",
      ]
    )
    #expect(
      report(source, "[Shp]", []).notChecked
        == [#"Shp is not declared in the scanned files; did you mean "Shop"?"#]
    )
    #expect(report(source, "Endless<Int>", [:]).notChecked.count == 1)
  }

  @Test("A wrong name in a mapping is an error that names it")
  func problems() {
    let index = index(
      """
      private struct Shop: Codable { let id: Int }
      protocol Model: Codable {}
      #if A
      struct Twice: Codable {}
      #else
      struct Twice: Codable {}
      #endif
      """
    )
    func problems(_ text: String) -> [String] {
      index.problems(in: TypeReference(parsing: text) ?? .other(text))
    }
    #expect(problems("[String: Shop?]") == [])
    #expect(problems("MyApp.Shop") == [])
    #expect(problems("[Foundation.URL]") == [])
    #expect(
      problems("[Shp: Set<User>]") == [
        #"Shp is not declared in the scanned files; did you mean "Shop"?"#,
        "User is not declared in the scanned files",
      ]
    )
    #expect(problems("Model") == ["Model is a protocol (Models.swift:2:10), not a type with data"])
    #expect(
      problems("Twice")
        == [
          "Twice is declared more than once: Models.swift:4:8, Models.swift:6:8; \(Self.advice)"
        ]
    )
    #expect(problems("(A, B)") == ["(A, B) is not a type that can be decoded"])
  }

  private static let advice =
    "move all but one of them to other files, and add these files to \"exclude\" in "
    + "fixtures/mappings.yaml"

  @Test("A type name declared twice causes no findings")
  func duplicates() {
    let source = """
      #if DEBUG
      struct Shop: Codable { let id: Int }
      #else
      struct Shop: Codable { let id: String }
      #endif
      """
    let shops = report(source, "[Shop]", [["id": true]])
    #expect(shops.summaries == [])
    #expect(
      shops.notChecked == [
        "Shop is declared more than once: Models.swift:2:8, Models.swift:4:8; \(Self.advice)"
      ]
    )
    let files = [
      SwiftFile(
        "A.swift",
        "private struct Item: Codable { let a: Int }; struct A: Codable { let item: Item }"
      ),
      SwiftFile(
        "B.swift",
        "struct Item: Codable { let b: Int }; struct B: Codable { let item: Item }"
      ),
    ]
    let index = SourceIndex(of: files)
    #expect(report(index, "A", Tree(["item": ["a": 1]])).summaries == [])
    #expect(report(index, "B", Tree(["item": ["b": 1]])).summaries == [])
  }

  @Test("The imports of a file determine the module of a type")
  func modules() {
    let index = SourceIndex(of: [
      SwiftFile("Sources/App/Page.swift", "import Menu\nstruct Page: Codable { let item: Item }"),
      SwiftFile("Sources/Menu/Item.swift", "public struct Item: Codable { let id: Int }"),
      SwiftFile("Sources/Stock/Item.swift", "public struct Item: Codable { let name: String }"),
      SwiftFile("Sources/Tools/Box.swift", "struct Box: Codable { let item: Item }"),
    ])
    let page = report(index, "Page", Tree(["item": ["id": "x"]]))
    #expect(page.summaries == [#"wrong-type /item/id: Item.id: expected Int, found string "x""#])
    #expect(page.notChecked == [])
    #expect(report(index, "Box", Tree(["item": 1])).notChecked.count == 1)
  }

  @Test("An alias in branches of #if, a derived alias and a tagged value are resolved")
  func aliases() {
    let source = """
      #if DEBUG
      typealias Number = Int
      #else
      typealias Number = String
      #endif
      enum Kind: Int, Codable { case a }
      struct User: Codable, Identifiable { let id: Tagged<User, String> }
      typealias Code = Tagged<(User, code: ()), Int>
      struct Shop: Codable { let number: Number, owner: User.ID, kind: Kind.RawValue, code: Code? }
      """
    let shops = report(
      source,
      "[Shop]",
      [
        ["number": 1, "owner": "a", "kind": 5], ["number": "1", "owner": "a", "kind": 1],
        ["number": true, "owner": 1, "kind": "a", "code": "a"],
      ]
    )
    #expect(
      shops.summaries == [
        #"wrong-type /2/code: Shop.code: expected Int, found string "a""#,
        #"wrong-type /2/kind: Shop.kind: expected Int, found string "a""#,
        "wrong-type /2/number: Shop.number: expected Int or String, found boolean true",
        "wrong-type /2/owner: Shop.owner: expected String, found integer 1",
      ]
    )
    #expect(shops.notChecked == [])
  }
}
