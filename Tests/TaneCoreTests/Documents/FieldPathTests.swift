import TestSupport
import TaneCore
import Testing

@Suite("Field paths")
struct FieldPathTests {
  @Test(
    "Field paths are parsed and printed with backticks and escapes",
    arguments: [
      ("a", ["a"], "a"), ("a.b_1.C", ["a", "b_1", "C"], "a.b_1.C"), ("`a`", ["a"], "a"),
      ("`a.b`.c", ["a.b", "c"], "`a.b`.c"), (#"`\``"#, ["`"], #"`\``"#),
      (#"`a\\b`"#, [#"a\b"#], #"`a\\b`"#), ("`麺屋`.`1`", ["麺屋", "1"], "`麺屋`.`1`"),
    ]
  )
  func forms(text: String, names: [String], written: String) {
    let path = FieldPath(parsing: text)
    #expect(path?.names == names)
    #expect(path?.description == written)
  }

  @Test(
    "Invalid field paths are rejected",
    arguments: ["", ".", "a.", ".a", "a..b", "1a", "a b", "麺", "`a", "`a`b", "``", #"`a\"#, "a-b"]
  )
  func refusals(text: String) {
    #expect(FieldPath(parsing: text) == nil)
  }

  @Test("Any field path printed and parsed is unchanged")
  func roundTrip() {
    var generator = SeededGenerator(seed: 4)
    let scalars: [Unicode.Scalar] = ["a", "Z", "_", "1", ".", "`", "\\", "é", "🍜", " ", "\u{301}"]
    for _ in 0..<1000 {
      let names = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        (0..<Int.random(in: 1...4, using: &generator)).reduce(into: "") { name, _ in
          let index = Int.random(in: scalars.indices, using: &generator)
          name.unicodeScalars.append(scalars[index])
        }
      }
      let path = FieldPath(names: names)
      #expect(path.flatMap { FieldPath(parsing: $0.description) } == path)
    }
  }

  @Test("Field paths get, set and remove values in maps")
  func access() {
    var fields: DocumentFields = ["a": .map(["b": .integer(1)]), "x": .integer(2)]
    func path(_ text: String) -> FieldPath { FieldPath(parsing: text) ?? .documentName }
    #expect(fields[path("a.b")] == .integer(1))
    #expect(fields[path("a.b.c")] == nil)
    fields[path("a.c")] = .integer(3)
    fields[path("x.y.z")] = .null
    fields[path("none.at.all")] = nil
    fields[path("a.b")] = nil
    #expect(fields == ["a": .map(["c": .integer(3)]), "x": .map(["y": .map(["z": .null])])])
    #expect(fields.selecting([path("x.y"), path("b")]) == ["x": .map(["y": .map(["z": .null])])])
  }
}
