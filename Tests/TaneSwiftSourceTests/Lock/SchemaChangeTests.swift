import TestSupport
import TaneCore
import Testing

@testable import TaneSwiftSource

@Suite("Schema changes since the lock")
struct SchemaChangeTests {
  /// Returns the printed changes from one body of `Shop` to another.
  private func changes(from old: String, to new: String) -> [String] {
    let wrap = { (body: String) in "struct Shop: Codable {\n\(body)\n}" }
    return changes(ofTypes: wrap(old), to: wrap(new))
  }

  private func changes(
    ofTypes old: String,
    to new: String,
    reading type: String = "Shop"
  ) -> [String] {
    lock(new, type).changes(since: lock(old, type)).map { diagnostic in
      #expect(diagnostic.position?.file == "Models.swift")
      return "\(diagnostic.severity): \(diagnostic.message) [\(diagnostic.code)]"
    }
  }

  private func lock(_ source: String, _ type: String) -> SchemaLock {
    SchemaLock(of: [TypeReference(parsing: type) ?? .other(type)], in: index(source))
  }

  private let oldData = "the new types cannot read existing data"
  private let releases = "released apps cannot read new data"
  private let both = """
    the new types cannot read existing data, and released apps cannot read new data
    """

  @Test("A schema change is reported at the new declaration with a note at the lock")
  func places() throws {
    let old = lock("struct Shop: Codable { let id: Int }", "[Shop]")
    let kept = try #require(SchemaLock.read(Array(old.text.utf8), named: "schema.yaml").lock)
    let new = lock("struct Shop: Codable {\n  let name: String\n  let id: String\n}", "[Shop]")
    #expect(
      new.changes(since: kept).map(\.description) == [
        """
        Models.swift:2:7: error: Shop requires the new key "name" (String); the new types cannot \
        read existing data; make the property optional, or add the key to the data first \
        [schema-broken]
        """,
        """
        Models.swift:3:7: error: Shop now reads String instead of Int from "id"; the new types \
        cannot read existing data, and released apps cannot read new data \
        [schema-broken]
        schema.yaml:5:7: note: it is recorded here
        """,
      ]
    )
    let gone = lock("struct Shop: Codable { }", "[Shop]")
    #expect(
      gone.changes(since: kept).map(\.description) == [
        """
        schema.yaml:5:7: warning: Shop no longer reads "id", but the old type requires it; \
        released apps cannot read new data; keep writing the key while those apps are in use \
        [schema-breaks-releases]
        """
      ]
    )
  }

  @Test("Changed presence of keys is reported")
  func presence() {
    #expect(
      changes(from: "let a: Int?", to: "let a: Int?; let b: Int?") == [
        "note: Shop may now also read \"b\" (Int) [schema-changed]"
      ]
    )
    #expect(
      changes(from: "let a: Int?; let b: Int?", to: "let a: Int?") == [
        "note: Shop no longer reads \"b\" [schema-changed]"
      ]
    )
    #expect(
      changes(from: "let a: Int?", to: "let a: Int") == [
        """
        error: Shop now requires the key "a", which was optional before; \(oldData); leave the \
        property optional, or add the key to the data first [schema-broken]
        """
      ]
    )
    #expect(
      changes(from: "let a: Int", to: "let a: Int?") == [
        """
        warning: Shop no longer requires the key "a", but the old type does; \(releases); keep \
        writing the key while those apps are in use [schema-breaks-releases]
        """
      ]
    )
  }

  @Test("A renamed key is one schema change")
  func renaming() {
    let old = "let shopID: Int; enum CodingKeys: String, CodingKey { case shopID = \"id\" }"
    let new = "let shopID: Int; enum CodingKeys: String, CodingKey { case shopID = \"shop_id\" }"
    #expect(
      changes(from: old, to: new) == [
        """
        error: Shop.shopID is now read from "shop_id" instead of "id"; \(both); use the old key in \
        CodingKeys, or write both keys until all apps are updated [schema-broken]
        """
      ]
    )
  }

  @Test(
    "A changed type is reported with the readers that it breaks",
    arguments: [
      ("Int8", "Int", "warning"), ("Int", "Double", "warning"), ("String", "URL", "error"),
      ("URL", "String", "warning"), ("[Int]", "Set<Int>", "note"), ("Int", "String", "error both"),
      ("[Int]", "[Int?]", "warning"), ("[Int?]", "[Int]", "error"), ("UInt8", "Int16", "warning"),
      ("UInt64", "Int64", "error both"), ("[Int: Bool]", "[String: Bool]", "warning"),
      ("Kind", "String", "warning"), ("String", "Kind", "error"), ("Kind", "Int", "error both"),
      ("Float", "CGFloat", "warning"), ("Double", "CGFloat", "note"),
    ]
  )
  func types(old: String, new: String, expected: String) {
    let kind = "enum Kind: String, Codable { case a }"
    let found = changes(from: "let a: \(old); \(kind)", to: "let a: \(new); \(kind)").filter {
      !$0.contains("anymore") && !$0.contains("is new")
    }
    let consequence =
      switch expected {
      case "error": "; \(oldData) [schema-broken]"
      case "warning": "; \(releases) [schema-breaks-releases]"
      case "note": " [schema-changed]"
      default: "; \(both) [schema-broken]"
      }
    let name = { (type: String) in type == "Kind" ? "Shop.Kind" : type }
    #expect(
      found == [
        """
        \(expected.prefix { $0 != " " }): Shop now reads \(name(new)) instead of \
        \(name(old)) from "a"\(consequence)
        """
      ]
    )
  }

  @Test("Changed enumeration cases are reported")
  func cases() {
    let field = "let a: Kind; "
    #expect(
      changes(
        from: field + "enum Kind: String, Codable { case a, b }",
        to: field + "enum Kind: String, Codable { case b, c }"
      ) == [
        "warning: Shop.Kind has the new case \"c\"; \(releases) [schema-breaks-releases]",
        """
        error: Shop.Kind no longer has the case "a"; \(oldData); keep the case, or change the data \
        first [schema-broken]
        """,
      ]
    )
    #expect(
      changes(
        ofTypes: "enum Shop: Codable { case card(number: Int), cash }",
        to: "enum Shop: Codable { case card(number: Int, pin: Int), coin }"
      ) == [
        "warning: Shop has the new case \"coin\"; \(releases) [schema-breaks-releases]",
        """
        error: Shop no longer has the case "cash"; \(oldData); keep the case, or change the data \
        first [schema-broken]
        """,
        """
        error: Shop.card requires the new key "pin" (Int); \(oldData); make the property optional, \
        or add the key to the data first [schema-broken]
        """,
      ]
    )
    #expect(
      changes(
        ofTypes: "enum Shop: Int, Codable { case a }",
        to: "enum Shop: String, Codable { case a = \"0\" }"
      ) == [
        """
        error: Shop now has raw values of type String instead of Int; \(both) [schema-broken]
        """
      ]
    )
  }

  @Test("A changed layout and changed opacity are reported")
  func layout() {
    #expect(
      changes(
        ofTypes: "struct Shop: Codable { let a: Int }",
        to: "enum Shop: String, Codable { case a }"
      ) == [
        "error: Shop now reads a String instead of a map with its keys; \(both) [schema-broken]"
      ]
    )
    #expect(
      changes(
        ofTypes: "struct Shop: Codable { let a: Int }",
        to: "@Model struct Shop: Codable { let a: Int }"
      ) == [
        """
        note: the sources no longer show what Shop reads; this change is not checked \
        [schema-unchecked]
        """
      ]
    )
  }

  @Test("Keys and types that the sources do not determine are not judged")
  func unfollowed() {
    let body = """
      struct Shop: Codable { let id: Int; let kind: Kind }
      enum Kind: String, Codable { case cafe }
      """
    let opaque = """
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self = try Helper.make(values)
      }
      """
    #expect(
      changes(
        ofTypes: body,
        to: "struct Shop: Decodable { let id: Int; let kind: Kind; \(opaque) }\n"
          + "enum Kind: String, Codable { case cafe }"
      ) == [
        """
        note: the sources do not show every key that Shop reads; whether it still reads "id" is \
        not checked [schema-unchecked]
        """,
        """
        note: the sources do not show every key that Shop reads; whether it still reads "kind" \
        is not checked [schema-unchecked]
        """,
        """
        note: the sources no longer show which type reads Kind; its changes are not checked \
        [schema-unchecked]
        """,
      ]
    )
    let helped = """
      struct Shop: Decodable {
        let id: Int
        let kind: Kind
        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          id = try container.decode(Int.self, forKey: .id)
          kind = try Helper.kind(container)
        }
        enum CodingKeys: CodingKey { case id, kind }
      }
      enum Kind: String, Codable { case cafe }
      """
    #expect(
      changes(ofTypes: body, to: helped) == [
        """
        note: the sources do not show every key that Shop reads; whether it still reads "kind" \
        is not checked [schema-unchecked]
        """,
        """
        note: the sources no longer show which type reads Kind; its changes are not checked \
        [schema-unchecked]
        """,
      ]
    )
    #expect(
      changes(ofTypes: helped, to: body) == [
        """
        note: the sources did not show every key that Shop reads; whether it read "kind" (Kind) \
        before is not checked [schema-unchecked]
        """,
        "note: Kind is new [schema-changed]",
      ]
    )
  }

  @Test("A type that only changed its name is compared by content")
  func renamedTypes() {
    #expect(
      changes(
        ofTypes: """
          struct Shop: Codable { let kinds: [String: Kind]; let page: Page<Int> }
          struct Kind: Codable { let a: Int }
          struct Page<T: Codable>: Codable { let items: [T] }
          """,
        to: """
          struct Shop: Codable { let kinds: [String: Sort]; let page: Page<Int> }
          struct Sort: Codable { let a: Int; let b: Int }
          struct Page<Item: Codable>: Codable { let items: [Item] }
          """
      ) == [
        "note: Kind is now called Sort [schema-changed]",
        """
        error: Sort requires the new key "b" (Int); \(oldData); make the property optional, or add \
        the key to the data first [schema-broken]
        """,
      ]
    )
  }

  @Test("New and removed types are reported")
  func newTypes() {
    #expect(
      changes(
        ofTypes: "struct Shop: Codable { let a: A? }; struct A: Codable { let x: Int }",
        to: "struct Shop: Codable { let b: B? }; struct B: Codable { let x: Int }"
      ) == [
        "note: Shop may now also read \"b\" (B) [schema-changed]",
        "note: Shop no longer reads \"a\" [schema-changed]",
        "note: B is new [schema-changed]",
        "note: no mapped type reads A anymore [schema-changed]",
      ]
    )
  }

  @Test("Equal locks have no changes, and a reverted change breaks the other side")
  func laws() {
    var generator = LockGenerator(random: SeededGenerator(seed: 23))
    var count = 0
    for _ in 0..<5000 {
      let (left, right) = (SchemaLock(generator.types()), SchemaLock(generator.types()))
      #expect(left.changes(since: left) == [])
      let (forth, back) = (breaks(from: left, to: right), breaks(from: right, to: left))
      #expect(forth.oldData == back.releases && forth.releases == back.oldData)
      count += forth.oldData.count
    }
    #expect(count > 500)
  }

  /// Returns the types that cannot read old data, and the types whose new data released apps cannot
  /// read.
  private func breaks(
    from old: SchemaLock,
    to new: SchemaLock
  ) -> (oldData: Set<String>, releases: Set<String>) {
    var comparison = SchemaComparison(old: old, new: new)
    comparison.compare()
    let changes = comparison.changes
    return (
      Set(changes.filter(\.breaksOldData).map { $0.newPath[0] }),
      Set(changes.filter(\.breaksReleases).map { $0.newPath[0] })
    )
  }
}
