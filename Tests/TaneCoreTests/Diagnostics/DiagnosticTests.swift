import TaneCore
import Testing

@Suite("Diagnostics")
struct DiagnosticTests {
  @Test("A diagnostic prints like a compiler's: place, severity, message, code, notes")
  func description() {
    let finding = Diagnostic.error(
      "duplicate-key",
      "duplicate key \"name\" in this map",
      at: SourcePosition(file: "shops.yaml", line: 14, column: 9),
      address: Address(service: "shops", path: "/shops/0/name"),
      notes: [
        .init("first defined here", at: SourcePosition(file: "shops.yaml", line: 3, column: 1))
      ]
    )
    #expect(
      finding.description == """
        shops.yaml:14:9: error: duplicate key "name" in this map [duplicate-key]
        shops.yaml:3:1: note: first defined here
          shops:/shops/0/name
        """
    )
    #expect(
      Diagnostic.warning("x", "whole file", at: SourcePosition(file: "a.yaml")).description
        == "a.yaml: warning: whole file [x]"
    )
  }

  @Test("Diagnostics sort by file, line and column as numbers")
  func order() {
    let places = [(1, 2), (2, 1), (2, 10), (10, 1)]
    let findings = places.map { line, column in
      Diagnostic.error("x", "m", at: SourcePosition(file: "a", line: line, column: column))
    }
    #expect(findings.reversed().sorted() == findings)
  }

  @Test(
    "The most similar name is suggested if it is similar enough",
    arguments: [
      ("stagin", "staging"), ("Staging", "staging"), ("stagnig", "staging"), ("prod", "production"),
      ("pr", nil),
      ("databse", nil),
    ] as [(String, String?)]
  )
  func suggestion(name: String, expected: String?) {
    #expect(Suggestion.nearest(to: name, among: ["local", "staging", "production"]) == expected)
  }

  @Test("Counts are printed with a noun and thousands separators")
  func counts() {
    #expect(counted(1, "node") == "1 node")
    #expect(counted(1_234_567, "node") == "1,234,567 nodes")
    #expect(counted(0, "entry", plural: "entries") == "0 entries")
    #expect((-1234).grouped == "-1,234")
  }
}
