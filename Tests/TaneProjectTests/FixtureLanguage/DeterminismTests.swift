import TaneCore
import TaneProject
import Testing

@Suite("Generated values")
struct DeterminismTests {
  private static let record =
    "{ a: !range [1, 1000000], b: !fake name, c: !pick [1, 2, 3], d: !weighted { x: 3, y: 1 } }"

  private static func records(_ count: Int, seed: String = "") -> [String] {
    let example = Example("!repeat { count: \(count), do: \(record) }") { $0.seed = seed }
    return example.tree.children.map { "\(($0["a"]?.integer, $0["b"]?.string, $0["d"]?.string))" }
  }

  @Test("Generated values depend on seed and address, so that adding a record changes no other")
  func stability() {
    let few = Self.records(20)
    #expect(Set(few).count == 20)
    #expect(Array(Self.records(50).prefix(20)) == few)
    #expect(Self.records(20, seed: "other") != few)
    let before = Example("a: !range [1, 1000000]\nz: !range [1, 1000000]").tree
    let after = Example("a: !range [1, 1000000]\nm: !range [1, 1000000]\nz: !range [1, 1000000]")
      .tree
    #expect(before["a"]?.integer == after["a"]?.integer)
    #expect(before["z"]?.integer == after["z"]?.integer)
    #expect(before["a"]?.integer != before["z"]?.integer)
    #expect(
      Example("!range [1, 1000000]", at: "shops:/b").json != Example("!range [1, 1000000]").json
    )
  }

  @Test("Generated values are equal on every machine")
  func values() {
    #expect(
      Example(
        "a: !range [1, 1000000]\nb: !uuid order 1\nc: !push-id message 1\nd: !hash mika@example.com\n"
          + "e: !fake ja name\nf: !range [0.0, 5.0]\n"
      ).json
        == #"{"a":911627,"b":"982762d5-f813-84f3-b1ca-da1201b45fc4","c":"-LxTOiV0PCTdQqwE5XKO","#
        + #""d":"4b07bff97882feaccc29f6b1634ed0b157c7c39e315ae9e058faab1cdb4d48c1","e":"小川 翼","f":0.95}"#
    )
  }

  @Test("Generated numbers are in range, weights in proportion, and every choice occurs")
  func distribution() {
    let text =
      "!repeat { count: 4000, do: { a: !range [1, 6], b: !weighted { x: 3, y: 1 }, c: !range { from: 1,"
      + " to: 2, step: 0.25 } } }"
    let tree = Example(text).tree
    var (faces, xs, steps): ([Int64: Int], Int, Set<Double>) = ([:], 0, [])
    for record in tree.children {
      faces[record["a"]?.integer ?? 0, default: 0] += 1
      if record["b"]?.string == "x" { xs += 1 }
      record["c"]?.double.map { _ = steps.insert($0) }
    }
    #expect(faces.keys.sorted() == [1, 2, 3, 4, 5, 6])
    #expect(faces.values.allSatisfy { (560...780).contains($0) })
    #expect((2900...3100).contains(xs))
    #expect(steps.sorted() == [1, 1.25, 1.5, 1.75, 2])
  }

  @Test("Generated push IDs are in order and in Firebase's format")
  func pushIDs() {
    let ids = Example("!repeat { count: 300, as: n, do: !push-id \"message {n}\" }").tree.children
      .compactMap(\.string)
    #expect(ids.sorted { KeyOrder.precedes($0, $1) } == ids)
    #expect(ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } == ids)
    #expect(Set(ids).count == 300)
    #expect(ids.allSatisfy { $0.wholeMatch(of: /[-0-9A-Z_a-z]{20}/) != nil })
    #expect(Example("!push-id message 7", at: "users:/x").tree.string == ids[6])
  }

  @Test("Related generated values match, such as names with readings")
  func together() {
    let example = Example(
      """
      !repeat
        count: 200
        do:
          name: !fake family
          kana: !fake { kind: reading, of: name }
          mail: !fake { kind: email, of: name }
          address: !fake address
          city: !fake { kind: city, of: address }
      """
    ) { $0.locale = .ja }
    #expect(example.messages == [])
    var readings: [String: Set<String>] = [:]
    for record in example.tree.children {
      let kana = record["kana"]?.string?.split(separator: " ").first.map(String.init) ?? ""
      readings[record["name"]?.string ?? "", default: []].insert(kana)
      #expect(record["address"]?.string?.hasPrefix(record["city"]?.string ?? "?") == true)
      #expect(record["mail"]?.string?.hasSuffix("@example.com") == true)
    }
    #expect(readings.count > 30)
    #expect(readings.values.allSatisfy { $0.count == 1 })
  }
}
