import TaneSwiftSource
import Testing

@Suite("A hand-written init(from:)")
struct InitializerTests {
  private func schema(_ body: String, keys: String = "id, name, kind") -> TypeSchema? {
    index(
      """
      struct Shop: Decodable {
        enum CodingKeys: String, CodingKey { case \(keys) }
        init(from decoder: any Decoder) throws {
          \(body)
        }
      }
      """
    ).schema(named: "Shop")
  }

  private func fields(_ body: String, keys: String = "id, name, kind") -> [String] {
    guard case .fields(let shape) = schema(body, keys: keys)?.shape else { return ["opaque"] }
    return shape.fields.map(text) + (shape.mayReadOtherKeys ? ["…"] : [])
  }

  private func text(_ field: FieldShape) -> String {
    switch field.content {
    case .value(let type): "\(field.key): \(type) \(field.presence)"
    case .unchecked: "\(field.key) \(field.presence)"
    case .fields(let inner):
      "\(field.key) \(field.presence) {\(inner.fields.map(text).joined(separator: ", "))}"
    }
  }

  private let open = "let container = try decoder.container(keyedBy: CodingKeys.self)\n"

  @Test("is read call by call")
  func calls() {
    #expect(
      fields(
        open + """
          id = try container.decode(Int.self, forKey: .id)
          self.name = try container.decodeIfPresent(String.self, forKey: CodingKeys.name) ?? ""
          kind = try container.decode([Kind?].self, forKey: .kind)
          """
      ) == ["id: Int required", "name: String optional", "kind: [Kind?] required"]
    )
    #expect(
      fields(
        "id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)"
      ) == ["id: Int required"]
    )
    #expect(
      fields(open + "url = URL(string: try container.decode(String.self, forKey: .id))")
        == ["id: String required"]
    )
    #expect(
      fields(open + "id = try container.decode(Int.self, forKey: .id)", keys: #"id = "i""#)
        == ["i: Int required"]
    )
  }

  @Test("reads nothing for certain under try?, in branches, loops and after a return")
  func uncertain() {
    let certain = "_ = try container.decode(Int.self, forKey: .id)\n"
    for body in [
      "_ = try? container.decode(Int.self, forKey: .id)",
      "_ = (try? container.decode(Int.self, forKey: .id)) ?? 0",
      "if flag { \(certain) }",
      "if flag {} else { \(certain) }",
      "switch flag { case true: \(certain) default: break }",
      "do { \(certain) } catch {}",
      "for x in xs { \(certain) }",
      "while flag { \(certain) }",
      "let read = { \(certain) }",
      "guard flag else { return }\n\(certain)",
      "_ = cached ?? (try container.decode(Int.self, forKey: .id))",
      "_ = flag ? try container.decode(Int.self, forKey: .id) : 0",
      "#if DEBUG\n\(certain)#endif",
    ] {
      #expect(fields(open + body) == ["id: Int tolerated"], "\(body)")
    }
    for body in [
      "do { \(certain) }",
      "guard let x = try container.decodeIfPresent(Int.self, forKey: .name) else { throw E() }\n"
        + certain,
      "if try container.decode(Int.self, forKey: .id) == 1 { x() }",
      "switch try container.decode(Int.self, forKey: .id) { default: break }",
    ] {
      #expect(fields(open + body).contains("id: Int required"), "\(body)")
    }
    #expect(
      fields(
        open + "if let id = try? container.decode(Int.self, forKey: .id) { a = id }\n"
          + "else { b = try container.decode(String.self, forKey: .id) }"
      ) == ["id: Int tolerated"]
    )
  }

  @Test("may open containers inside one another")
  func nested() {
    #expect(
      fields(
        open + """
          let inner = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .kind)
          id = try inner.decode(Int.self, forKey: .id)
          name = try inner.nestedContainer(keyedBy: CodingKeys.self, forKey: .kind)
            .decode(String.self, forKey: .name)
          """
      ) == ["kind required {id: Int required, kind required {name: String required}}"]
    )
  }

  @Test("may read keys that are not seen")
  func unseenKeys() {
    #expect(fields(open + "try help(container)") == ["…"])
    #expect(fields(open + "try help(decoder)") == ["…"])
    #expect(fields(open + "container.decodeAll()") == ["…"])
    #expect(
      fields("let other = make(decoder)\nid = try other.decode(Int.self, forKey: .id)") == ["…"]
    )
    #expect(fields(open + "id = try container.lossy(forKey: .id)") == ["id tolerated"])
    #expect(
      fields(open + "id = try container.decode(Int.self, forKey: .id, default: 1)")
        == ["id: Int tolerated"]
    )
    #expect(
      fields(open + "x = decoder.userInfo[.key]; y = container.contains(.id)")
        == ["id tolerated"]
    )
  }

  @Test("that reads other containers, or computes its keys, is not told")
  func opaque() {
    func reason(_ body: String) -> String? {
      guard case .opaque(let reason) = schema(body)?.shape else { return nil }
      return reason
    }
    #expect(
      reason("let value = try decoder.singleValueContainer().decode(String.self)")
        == "init(from:) at Models.swift:3:3 reads a single value"
    )
    #expect(
      reason("var list = try decoder.unkeyedContainer()")
        == "init(from:) at Models.swift:3:3 reads a list element by element"
    )
    #expect(
      reason(open + "for key in container.allKeys {}")
        == "init(from:) at Models.swift:3:3 reads whatever keys there are"
    )
    #expect(
      reason(open + "x = try container.decode(Int.self, forKey: key)")
        == "init(from:) at Models.swift:3:3 computes its keys"
    )
    #expect(
      reason("let c = try decoder.container(keyedBy: AnyKey.self)")
        == "the keys AnyKey of init(from:) at Models.swift:3:3 are not known"
    )
  }

  @Test("may let other types read the same map")
  func includes() {
    let shape = schema(
      "base = try Base(from: decoder)\nmore = try [String: Int].init(from: decoder)"
    )
    guard case .fields(let fields) = shape?.shape else {
      Issue.record("no fields")
      return
    }
    #expect(fields.includes.map(\.description) == ["Base", "[String: Int]"])
  }

  @Test("reads derived keys where only encoding is left to the compiler")
  func derivedKeys() {
    let source = """
      struct Shop: Codable {
        let id: Int
        init(from decoder: Decoder) throws {
          id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
        }
      }
      """
    guard case .fields(let shape) = index(source).schema(named: "Shop")?.shape else {
      Issue.record("no fields")
      return
    }
    #expect(shape.fields.map(\.key) == ["id"])
    #expect(
      index(source).schema(named: "Shop")?.assumptions == [
        "Shop: what init(from:) at Models.swift:3:3 makes of the values is not checked"
      ]
    )
  }
}
