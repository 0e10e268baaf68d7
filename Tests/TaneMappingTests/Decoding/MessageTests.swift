import Foundation
import TaneCore
import TaneMapping
import Testing

@Suite("Decoding error messages")
struct MessageTests {
  private func failure<Value: Decodable>(_ type: Value.Type, _ literal: TreeLiteral) -> String {
    message { try TreeDecoder().decode(type, from: Tree(literal)) }
  }

  @Test("The error about a wrong kind describes the value found")
  func wrongKind() {
    #expect(failure(Int.self, "10:00") == #"expected Int, found string "10:00""#)
    #expect(failure(Bool.self, 1) == "expected Bool, found integer 1")
    #expect(failure(Int.self, true) == "expected Int, found boolean true")
    #expect(failure(String.self, 1.5) == "expected String, found number 1.5")
    #expect(failure(String.self, nil) == "expected String, found null")
    #expect(failure(Int.self, .serverTimestamp) == "expected Int, found !server-timestamp")
    #expect(failure([Int].self, ["a": 1]) == "expected a list, found map of 1")
    #expect(failure([String: Int].self, [1, 2]) == "expected a map, found list of 2")
    #expect(failure(URL.self, 5) == "expected URL, found integer 5")
    #expect(failure(Date.self, "x") == #"expected Date (a number), found string "x""#)
    #expect(failure(Data.self, 5) == "expected Data (base64 text), found integer 5")
    #expect(
      failure(Int.self, .string(String(repeating: "長\n", count: 30)))
        == "expected Int, found string \"\(String(repeating: "長\\n", count: 20))…\""
    )
  }

  @Test("The error about a value out of range says that the type cannot hold it")
  func unrepresentable() {
    #expect(
      failure(Int8.self, 128)
        == "expected Int8, found integer 128, which Int8 cannot represent exactly"
    )
    #expect(
      failure(Int.self, 1.5) == "expected Int, found number 1.5, which Int cannot represent exactly"
    )
    #expect(
      failure(UInt64.self, .decimal("18446744073709551616"))
        == "expected UInt64, found number 18446744073709551616, which UInt64 cannot represent "
        + "exactly"
    )
    #expect(
      failure(Float.self, 1e39) == "expected Float, found number 1e+39, which is beyond its range"
    )
    #expect(
      failure(Double.self, .decimal("1e400"))
        == "expected Double, found number 1e400, which is beyond its range"
    )
    #expect(failure(URL.self, "") == #"expected URL, found string "", which is not a valid URL"#)
    #expect(
      failure(Data.self, "?") == #"expected Data, found string "?", which is not valid base64 text"#
    )
  }

  private enum Size: Int, Codable, CaseIterable { case small = 1, large = 2 }

  private enum Colour: String, Codable, CaseIterable { case red, green, blue }

  @Test("The error about a raw value without a case lists the cases if known")
  func rawValues() {
    #expect(
      failure([Colour].self, ["red", "gren"])
        == #"expected Colour, found string "gren", which is not one of its cases (red, green, "#
        + #"blue); did you mean "green"?"#
    )
    #expect(
      failure(Size.self, 3)
        == "expected Size, found integer 3, which is not one of its cases (1, 2)"
    )
    #expect(
      failure(Rank.self, "iron")
        == #"expected Rank, found string "iron", which is not one of its cases (bronze, silver, "#
        + #"gold)"#
    )
    #expect(failure(Colour.self, 1) == "expected String, found integer 1")
  }

  @Test("The error about a missing key suggests a similar key")
  func missingKey() {
    #expect(failure(Store.self, ["id": 1, "nmae": "x"]) == #"no key "name"; did you mean "nmae"?"#)
    #expect(failure(Store.self, ["id": 1]) == #"no key "name""#)
  }

  @Test("The error about a list that ends early gives its length")
  func end() {
    struct Pair: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        _ = try list.decode(Int.self)
        _ = try list.decode(Int.self)
      }
    }
    #expect(failure(Pair.self, [1]) == "expected Int, found the end of a list of 1")
  }

  @Test("A decoding error has the value's position in its file")
  func position() {
    var lines = LineIndex()
    lines.note(line: 2, start: 10)
    var builder = TreeBuilder()
    builder.file = builder.addSource(SourceFile(name: "shops.yaml", lines: lines))
    builder.beginList()
    builder.offset = 2
    builder.beginMap()
    builder.offset = 12
    builder.setKey("id")
    builder.offset = 16
    builder.append("10:00")
    builder.endContainer()
    builder.endContainer()
    let tree = builder.finish()
    #expect(
      message { try TreeDecoder().decode([Store].self, from: tree) }
        == #"shops.yaml:2:7: expected Int, found string "10:00""#
    )
    #expect(
      message { try TreeDecoder().decode([Food].self, from: tree) }
        == #"shops.yaml:1:3: no key "image_url""#
    )
  }

  @Test("A decoding error has the value's address if no file is known")
  func address() {
    let address = Address(service: "shops", path: TreePath(["shops"]))
    let tree = Tree([["id": 0, "name": "a"], ["id": 1, "name": 5]])
    #expect(
      message { try TreeDecoder().decode([Store].self, from: tree, at: address) }
        == "shops:/shops/1/name: expected String, found integer 5"
    )
    #expect(
      message { try TreeDecoder().decode(Store.self, from: tree[1], at: address) }
        == "shops:/shops/name: expected String, found integer 5"
    )
    #expect(
      message {
        try TreeDecoder().decode([String: [Int]].self, from: Tree(["a/b": [1, "x"]]), at: address)
      }
        == #"shops:/shops/a%2Fb/1: expected Int, found string "x""#
    )
  }

  @Test("Decoding fails beyond 512 levels as with Foundation's decoder")
  func depth() throws {
    indirect enum Nest: Decodable, Equatable {
      case leaf
      case list([Nest])

      init(from decoder: any Decoder) throws {
        self = .list(try decoder.singleValueContainer().decode([Nest].self))
      }
    }
    func nested(_ levels: Int) -> TreeLiteral {
      (1..<levels).reduce([]) { inner, _ in [inner] }
    }
    #expect(throws: Never.self) { try TreeDecoder().decode(Nest.self, from: Tree(nested(512))) }
    #expect(
      message { try TreeDecoder().decode(Nest.self, from: Tree(nested(513))) }
        == "nested more than 512 levels deep; deeper values are not read"
    )
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Nest.self, from: Data(nested(513).json.utf8))
    }
  }
}
