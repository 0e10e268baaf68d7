import TaneSwiftSource
import Testing

@Suite("Type expressions")
struct TypeReferenceTests {
  @Test(
    "A type expression is parsed into Swift's short form",
    arguments: [
      ("[Shop]", "[Shop]"),
      ("Array< Shop >", "[Shop]"),
      ("Swift.Array<Shop>", "[Shop]"),
      ("Optional<[String : Shop?]>", "[String: Shop?]?"),
      ("Dictionary<String, Set<Int>>", "[String: Set<Int>]"),
      ("Page<Shop>.Item", "Page<Shop>.Item"),
      ("Shop!", "Shop?"),
      ("(Shop)", "Shop"),
      ("`Type`", "Type"),
      ("Pair<A, [B]>", "Pair<A, [B]>"),
      ("店", "店"),
    ]
  )
  func parsing(text: String, expected: String) {
    #expect(TypeReference(parsing: text)?.description == expected)
  }

  @Test(
    "A type expression that no decoder can read is rejected",
    arguments: [
      "", "[Shop", "[String: ]", "(A, B)", "() -> Void", "any Shop", "Shop Shop", "A.", "Box<>",
      "[(A, B)]", "Box<(A, B)>", "Shop]", "A..B", "some View",
    ]
  )
  func invalid(text: String) {
    #expect(TypeReference(parsing: text) == nil)
  }

  @Test(
    "A type expression that nests too deeply is rejected",
    arguments: [("[", "]"), ("(", ")"), ("Box<", ">"), ("[Int: ", "]"), ("", "?"), ("(A, B)", "?")]
  )
  func deep(start: String, end: String) {
    func text(_ depth: Int) -> String {
      String(repeating: start, count: depth) + "Int" + String(repeating: end, count: depth)
    }
    #expect(TypeReference(parsing: text(100_000)) == nil)
    if !start.contains(",") { #expect(TypeReference(parsing: text(90)) != nil) }
  }

  @Test("A type expression keeps the optionals around types that no decoder reads")
  func optionalOther() {
    #expect(TypeReference(text: "(A, B)??") == .optional(.optional(.other("(A, B)"))))
    #expect(TypeReference(text: "??") == .other("??"))
  }

  @Test("Optionals of a type expression can be removed")
  func unwrapped() {
    #expect(TypeReference(parsing: "Shop??")?.unwrapped.description == "Shop")
  }
}
