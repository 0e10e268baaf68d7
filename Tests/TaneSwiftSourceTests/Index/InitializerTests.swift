import TaneCore
import TaneMapping
import TaneSwiftSource
import Testing

@Suite("Custom init(from:) initializers")
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
    if case .value(let type) = field.content { return "\(field.key): \(type) \(field.presence)" }
    let content = text(field.content)
    return "\(field.key) \(field.presence)" + (content == "?" ? "" : " \(content)")
  }

  private func text(_ content: FieldContent) -> String {
    switch content {
    case .value(let type), .rawValue(let type): "\(type)"
    case .unchecked: "?"
    case .fields(let inner): "{\(inner.fields.map(text).joined(separator: ", "))}"
    case .elements(let inner): text(inner)
    }
  }

  private func text(_ list: ElementsShape) -> String {
    let rest = list.rest.map { ["\(text($0))…"] } ?? []
    return "[\((list.first.map(text) + rest).joined(separator: ", "))]"
  }

  private func elements(_ body: String) -> String {
    guard case .elements(let shape)? = schema(body, keys: "id, name, kind")?.shape else {
      return ""
    }
    return text(shape)
  }

  private let open = "let container = try decoder.container(keyedBy: CodingKeys.self)\n"

  @Test("Each unfollowed part of an initializer is reported once")
  func unfollowed() {
    let body = open + "id = try container.decode(Int.self, forKey: .id)\n"
    #expect(schema(body)?.assumptions == [])
    #expect(
      schema(body + "read(container); help(decoder)")?.assumptions
        == [
          "Shop: init(from:) at Models.swift:3:3 calls read, help, which may read other values"
        ]
    )
  }

  @Test("A type that a single-value container decodes reads keys of the same map")
  func singleValueOfMap() {
    let opening = """
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let type = try container.decode(String.self, forKey: .type)
      """
    let single = "let single = try decoder.singleValueContainer()"
    func branch(_ single: String) -> String {
      """
      switch type {
      case "text": self = .text(try \(single).decode(Text.self))
      default: self = .unknown
      }
      """
    }
    for body in [
      "\(single)\n\(opening)\n\(branch("single"))",
      "\(opening)\n\(single)\n\(branch("single"))",
      "\(opening)\n\(branch("decoder.singleValueContainer()"))",
      "\(opening)\n\(single)\nself = .text(try single.decode(Text.self))",
    ] {
      let source = """
        enum Item: Decodable {
          case text(Text), unknown
          struct Text: Decodable { let body: String }
          enum CodingKeys: String, CodingKey { case type }
          init(from decoder: any Decoder) throws {
            \(body)
          }
        }
        """
      #expect(findings(source, "Item", ["type": "text", "body": "hi"]) == [])
      #expect(
        findings(source, "Item", ["type": "text", "body": 1]) == [
          "wrong-type /body: Item.Text.body: expected String, found integer 1"
        ]
      )
    }
  }

  @Test("Of several conversions in one guard, the one that fails is reported")
  func conversionsInOneGuard() {
    let source = """
      struct Sample: Decodable {
        let a: Int, b: Double
        enum CodingKeys: CodingKey { case a, b }
        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          guard let a = Int(try container.decode(String.self, forKey: .a)),
            let b = Double(try container.decode(String.self, forKey: .b))
          else { throw Failure() }
          (self.a, self.b) = (a, b)
        }
      }
      """
    #expect(findings(source, "Sample", ["a": "1", "b": "2.5"]) == [])
    #expect(
      findings(source, "[Sample]", [["a": "1", "b": "x"], ["a": "y", "b": "2"], ["a": "1"]]) == [
        #"unreadable-value /0/b: Sample.b: expected String, found string "x", which is not a valid"#
          + " Double",
        #"unreadable-value /1/a: Sample.a: expected String, found string "y", which is not a valid"#
          + " Int",
        #"missing-key /2/b: Sample.b (String) requires the key "b", which is missing"#,
      ]
    )
  }

  @Test("Failures that a property wrapper silences with try? are warnings")
  func attemptedSingleValues() {
    let source = """
      @propertyWrapper struct Zero: Codable {
        var wrappedValue: Int
        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          wrappedValue = (try? container.decode(Int.self)) ?? 0
        }
      }
      struct Lossy: Decodable {
        let value: String?
        init(from decoder: any Decoder) throws {
          value = try? decoder.singleValueContainer().decode(String.self)
        }
      }
      struct Shop: Codable { @Zero var level: Int; let names: [Lossy] }
      """
    let shop = report(source, "Shop", ["level": "x", "names": ["a", 1, nil]])
    func silence(_ property: String) -> String {
      "; init(from:) reads Shop.\(property) with try?, so the app ignores the error"
    }
    #expect(
      shop.summaries == [
        #"wrong-type /level: Shop.level: expected Int, found string "x""# + silence("level"),
        "wrong-type /names/1: Shop.names: expected String, found integer 1" + silence("names"),
      ]
    )
    #expect(shop.findings.allSatisfy { $0.severity == .warning })
    #expect(shop.notChecked == [])
    #expect(
      findings(source, "Lossy", 1) == [
        "wrong-type /: expected String, found integer 1; init(from:) reads Lossy with try?, so the "
          + "app ignores the error"
      ]
    )
  }

  @Test("A type that is created from a raw value need not be decodable")
  func rawValueOfUndecodableType() {
    let source = """
      enum Kind: String { case a, b = "bb" }
      struct Shop: Decodable {
        let kind: Kind
        enum CodingKeys: CodingKey { case kind }
        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          guard let kind = Kind(rawValue: try container.decode(String.self, forKey: .kind)) else {
            throw DecodingError.dataCorruptedError(forKey: .kind, in: container, debugDescription: "")
          }
          self.kind = kind
        }
      }
      """
    let shop = report(source, "Shop", ["kind": "cafe"])
    #expect(
      shop.summaries == [
        #"unknown-case /kind: Shop.kind: expected Kind, found string "cafe", which is not one of"#
          + " its cases (a, bb)"
      ]
    )
    #expect(shop.notChecked == [])
    #expect(findings(source, "Shop", ["kind": "bb"]) == [])
  }

  @Test("Calls of contains determine optional keys")
  func contained() {
    let body = """
      if container.contains(.id) { id = try container.decode(Int.self, forKey: .id) }
      name = container.contains(.name) ? try container.decode(String.self, forKey: .name) : ""
      if container.contains(.kind), other { kind = try container.decode(Kind.self, forKey: .kind) }
      """
    #expect(
      fields(open + body)
        == ["id: Int contained", "name: String contained", "kind tolerated"]
    )
    let other = """
      if container.contains(.id) { name = try container.decode(Int.self, forKey: .name) }
      if container.contains(.kind) { if x { kind = try container.decode(Kind.self, forKey: .kind) } }
      """
    #expect(
      fields(open + other) == ["id tolerated", "name: Int tolerated", "kind tolerated"]
    )
  }

  @Test("Failures that try? silences are warnings")
  func attempts() {
    let source = """
      struct Shop: Decodable {
        let tags: [String], count: Int?, kind: Int?, id: Int, level: Int
        enum CodingKeys: CodingKey { case tags, count, kind, id, level }
        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          tags = (try? container.decode([String].self, forKey: .tags)) ?? []
          count = try? container.decodeIfPresent(Int.self, forKey: .count)
          if let text = try? container.decode(String.self, forKey: .kind) { kind = Int(text) }
          else { kind = try? container.decode(Int.self, forKey: .kind) }
          guard let id = try? container.decode(Int.self, forKey: .id) else { throw Failure() }
          self.id = id
          level = (try? container.decode(Int.self, forKey: .level)) ?? 0
        }
      }
      """
    let shop = report(
      source,
      "[Shop]",
      [
        ["tags": ["a", 1, 2], "count": "x", "kind": true, "id": 1, "level": "x"],
        ["tags": nil, "level": 1, "id": 1], ["id": 1],
      ]
    )
    func silence(_ property: String) -> String {
      "; init(from:) reads Shop.\(property) with try?, so the app ignores the error"
    }
    #expect(
      shop.summaries == [
        #"wrong-type /0/count: Shop.count: expected Int, found string "x""# + silence("count"),
        #"wrong-type /0/level: Shop.level: expected Int, found string "x""# + silence("level"),
        "wrong-type /0/tags/1: Shop.tags: expected String, found integer 1" + silence("tags"),
        "wrong-type /0/tags/2: Shop.tags: expected String, found integer 2" + silence("tags"),
      ]
    )
    #expect(shop.findings.allSatisfy { $0.severity == .warning })
    let kind = """
      struct Shop: Decodable {
        let kind: Kind?
        enum Kind: String, Decodable { case cafe, bar }
        enum CodingKeys: CodingKey { case kind }
        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          kind = try? container.decode(Kind.self, forKey: .kind)
        }
      }
      """
    #expect(
      findings(kind, "Shop", ["kind": "caffe"]) == [
        "unknown-case /kind: Shop.kind: expected Kind, found string \"caffe\", which is not one of "
          + "its cases (cafe, bar); did you mean \"cafe\"? init(from:) reads Shop.kind with try?, "
          + "so the app ignores the error"
      ]
    )
    // A function that receives the container may decode the key in another way.
    let helped = source.replacing("self.id = id", with: "self.id = id; help(container)")
    #expect(findings(helped, "[Shop]", [["tags": 1, "id": 1]]) == [])
  }

  @Test("A key can be read with a super decoder")
  func superDecoders() {
    let source = """
      class Base: Decodable { let id: Int }
      class Shop: Base {
        enum CodingKeys: String, CodingKey { case name, owner = "o", note }
        required init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          name = try container.decode(String.self, forKey: .name)
          let inner = try container.superDecoder(forKey: .owner)
          owner = try Owner(from: inner)
          note = try Note(from: container.superDecoder(forKey: .note))
          try super.init(from: container.superDecoder())
        }
      }
      struct Owner: Decodable { let age: Int }
      struct Note: Decodable {
        init(from decoder: any Decoder) throws {
          text = try decoder.singleValueContainer().decode(String?.self)
        }
      }
      """
    #expect(
      findings(
        source,
        "[Shop]",
        [
          ["name": "a", "super": ["id": 1], "o": ["age": 1]],
          ["name": "a", "super": ["id": "x"], "o": ["ages": 1], "note": 1, "other": 1],
          ["name": "a"],
          ["name": "a", "super": nil, "o": nil, "note": nil],
        ]
      ) == [
        "wrong-type /1/note: Shop.note: expected String, found integer 1",
        #"missing-key /1/o/age: Owner.age (Int) requires the key "age", which is missing; did you "#
          + #"mean "age" instead of "ages"?"#,
        #"wrong-type /1/super/id: Base.id: expected Int, found string "x""#,
        #"unread-key /1/other: no type reads "other"; Shop reads name, o, note, super"#,
        #"missing-key /2/o: Shop.owner (Owner) requires the key "o", which is missing"#,
        #"missing-key /2/super: Shop.super (Base) requires the key "super", which is missing"#,
        "null-value /3/o: Shop.owner: expected a map, found null",
        "null-value /3/super: Shop.super: expected a map, found null",
      ]
    )
  }

  @Test("A super decoder can read the type itself")
  func ownSuperDecoder() {
    let source = """
      class Part: Decodable {
        enum CodingKeys: CodingKey { case id, next }
        required init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          id = try container.decode(Int.self, forKey: .id)
          if id > 0 { next = try Part(from: container.superDecoder(forKey: .next)) }
          last = try Part(from: container.superDecoder())
        }
      }
      """
    #expect(
      findings(source, "Part", ["id": 1, "next": ["id": "x"], "super": ["id": "x"]]) == [
        #"wrong-type /super/id: Part.id: expected Int, found string "x""#,
        #"missing-key /super/super: Part.super (Part) requires the key "super", which is missing"#,
      ]
    )
  }

  @Test("A value can be read as one of several types")
  func unions() {
    func shape(_ body: String) -> String {
      switch schema("let box = try decoder.singleValueContainer()\n" + body)?.shape {
      case .union(let types, let acceptsNull): "\(types) \(acceptsNull)"
      case .opaque(let reason): reason
      default: ""
      }
    }
    #expect(
      shape(
        """
        if box.decodeNil() { self = .none; return }
        if let number = try? box.decode(Int.self) { self = .number(number); return }
        do { self = .shop(try Shop(from: decoder)) } catch { self = .text(try box.decode(String.self)) }
        """
      ) == "[Int, Shop, String] true"
    )
    #expect(
      shape(
        """
        if let number = try? box.decode(Int.self) { self = .number(number) }
        else if let text = try? box.decode(String.self), !text.isEmpty { self = .text(text) }
        else { throw DecodingError.dataCorruptedError(in: box, debugDescription: "") }
        """
      ) == "[Int, String] false"
    )
    // The first decoded value must be present, whatever is decoded afterward.
    #expect(shape("v = try box.decode(Int.self); w = try box.decode(UInt.self)") == "[Int] false")
    let opaque = "init(from:) at Models.swift:3:3 reads a single value in more than one way"
    for body in [
      "if let x = try? box.decode(Int.self) { self = .a } else { self = .other }",
      "x = (try? box.decode(Int.self)) ?? (try? box.decode(UInt.self)) ?? 0",
      "if flag { x = try box.decode(Int.self) } else { x = try box.decode(String.self) }",
      "if let x = try? box.decode(Int.self) { return }; read(box); throw Failure()",
    ] {
      #expect(shape(body) == opaque, "\(body)")
    }
    let source = """
      struct Shop: Codable { let id: Int }
      struct Value: Decodable {
        init(from decoder: any Decoder) throws {
          let box = try decoder.singleValueContainer()
          if let text = try? box.decode(String.self) { self.text = text } else { shop = try box.decode(Shop.self) }
        }
      }
      """
    #expect(
      findings(source, "[Value]", ["a", ["id": 1], 1, ["id": "x"]]) == [
        "wrong-type /2: expected String or Shop, found integer 1",
        #"wrong-type /3/id: Shop.id: expected Int, found string "x""#,
      ]
    )
  }

  @Test("The value of a key can select the keys that are read")
  func variants() {
    let source = """
      enum Kind: String, Codable { case shop = "S", food, other }
      struct Shop: Codable { let name: String }
      struct Item: Decodable {
        enum CodingKeys: String, CodingKey { case kind, count }
        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          let kind = try container.decode(Kind.self, forKey: .kind)
          switch kind {
          case .shop: self = .shop(try Shop(from: decoder))
          case .food: self = .food(try container.decode(Int.self, forKey: .count))
          default: self = .other
          }
        }
      }
      struct Text: Decodable {
        enum CodingKeys: String, CodingKey { case type, count }
        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          switch try container.decode(String.self, forKey: .type) {
          case "a", "b": count = try container.decode(Int.self, forKey: .count)
          case let other where other.isEmpty: count = 0
          default: count = 1
          }
        }
      }
      """
    #expect(
      findings(
        source,
        "[Item]",
        [
          ["kind": "S", "name": "a"], ["kind": "S", "name": 1, "colour": 1], ["kind": "food"],
          ["kind": "food", "count": "x"], ["kind": "other", "count": "x"], ["kind": "x"], [:],
        ]
      ) == [
        "wrong-type /1/name: Shop.name: expected String, found integer 1",
        #"unread-key /1/colour: no type reads "colour"; Item reads kind, name"#,
        #"missing-key /2/count: Item.count (Int) requires the key "count", which is missing"#,
        #"wrong-type /3/count: Item.count: expected Int, found string "x""#,
        #"unknown-case /5/kind: Item.kind: expected Kind, found string "x", which is not one of its"#
          + " cases (S, food, other); did you mean \"S\"?",
        #"missing-key /6/kind: Item.kind (Kind) requires the key "kind", which is missing"#,
      ]
    )
    #expect(
      findings(
        source,
        "[Text]",
        [["type": "a", "count": "x"], ["type": 1], ["type": "c", "count": "x"]]
      ) == [
        #"wrong-type /0/count: Text.count: expected Int, found string "x""#,
        "wrong-type /1/type: Text.type: expected String, found integer 1",
      ]
    )
  }

  @Test("Lists can be read element by element")
  func lists() {
    let list = "var list = try decoder.unkeyedContainer()\n"
    #expect(
      elements(
        list + """
          id = try list.decode(Int.self)
          name = try list.decodeIfPresent(String.self)
          while !list.isAtEnd { kinds.append(try list.decode(Kind.self)) }
          """
      ) == "[Int, String?, Kind…]"
    )
    #expect(
      elements(list + "for _ in 0..<(list.count ?? 0) { ids.append(try list.decode(Int.self)) }")
        == "[Int…]"
    )
    // Elements that are decoded in another way, or not all of them, have an unknown type.
    #expect(elements(list + "while !list.isAtEnd { _ = try? list.decode(Int.self) }") == "[?…]")
    #expect(
      elements(
        list + "while !list.isAtEnd { let x = try list.decode(Int.self); if x > 1 { break } }"
      )
        == "[?…]"
    )
    #expect(
      fields(
        open + """
          var list = try container.nestedUnkeyedContainer(forKey: .kind)
          while !list.isAtEnd {
            let item = try list.nestedContainer(keyedBy: CodingKeys.self)
            ids.append(try item.decode(Int.self, forKey: .id))
            names.append(try? item.decode(String.self, forKey: .name))
          }
          """
      ) == ["kind required [{id: Int required, name: String attempted}…]"]
    )
  }

  @Test("An initializer is analyzed call by call")
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

  @Test("Reads under try?, in branches, in loops and after a return are uncertain")
  func uncertain() {
    let certain = "_ = try container.decode(Int.self, forKey: .id)\n"
    for body in [
      "_ = try? container.decode(Int.self, forKey: .id)",
      "_ = (try? container.decode(Int.self, forKey: .id)) ?? 0",
    ] {
      #expect(fields(open + body) == ["id: Int attempted"], "\(body)")
    }
    for body in [
      "if let x = try? container.decode(Int.self, forKey: .id) {}",
      "_ = { try? container.decode(Int.self, forKey: .id) }()",
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

  @Test("Nested containers are followed")
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

  @Test("A missing nested container is reported once")
  func missingContainer() {
    let source = """
      struct Shop: Decodable {
        let id: Int
        enum CodingKeys: CodingKey { case inner, id }
        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
          let inner = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
          id = try inner.decode(Int.self, forKey: .id)
        }
      }
      """
    #expect(
      findings(source, "Shop", [:]) == [
        #"missing-key /inner: Shop.inner requires the key "inner", which is missing"#
      ]
    )
  }

  @Test("An initializer may read keys that are not visible")
  func unseenKeys() {
    #expect(fields(open + "try help(container)") == ["…"])
    #expect(fields(open + "try help(decoder)") == ["…"])
    #expect(fields(open + "container.decodeAll()") == ["…"])
    #expect(
      fields("let other = make(decoder)\nid = try other.decode(Int.self, forKey: .id)")
        == ["opaque"]
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

  @Test("An initializer with other containers or computed keys is opaque with a reason")
  func opaque() {
    func reason(_ body: String) -> String? {
      guard case .opaque(let reason) = schema(body)?.shape else { return nil }
      return reason
    }
    for body in [
      "let container = try decoder.singleValueContainer()\nhelp(container)",
      "let value = try decoder.singleValueContainer()",
      """
      let value = try decoder.singleValueContainer().decode(Int.self)
      id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
      """,
    ] {
      #expect(reason(body) == "init(from:) at Models.swift:3:3 reads a single value")
    }
    for body in [
      "let c = try decoder.singleValueContainer()\nif c.decodeNil() {}",
      "let c = try decoder.singleValueContainer()\nif let v = try? c.decode(Int.self) {}",
    ] {
      #expect(
        reason(body) == "init(from:) at Models.swift:3:3 reads a single value in more than one way"
      )
    }
    #expect(
      reason("if x { value = try decoder.singleValueContainer().decode(Int.self) }")
        == "init(from:) at Models.swift:3:3 may read a single value"
    )
    #expect(
      reason("if x { var list = try decoder.unkeyedContainer() }")
        == "init(from:) at Models.swift:3:3 may read a list element by element"
    )
    #expect(
      reason("var a = try decoder.unkeyedContainer(); var b = try decoder.unkeyedContainer()")
        == "init(from:) at Models.swift:3:3 reads a list in more than one way"
    )
    #expect(
      reason(open + "for key in container.allKeys {}")
        == "init(from:) at Models.swift:3:3 reads all existing keys"
    )
    #expect(
      reason(open + "x = try container.decode(Int.self, forKey: key)")
        == "init(from:) at Models.swift:3:3 computes its keys"
    )
    #expect(
      reason("let c = try decoder.container(keyedBy: AnyKey.self)")
        == "the declaration of the key type AnyKey of init(from:) at Models.swift:3:3 was not found"
    )
  }

  @Test("An initializer can read the data of another type")
  func singleValue() {
    for body in [
      "let value = try decoder.singleValueContainer().decode([String: Kind].self)",
      """
      let container = try decoder.singleValueContainer()
      let value = try container.decode(Dictionary<String, Kind>.self)
      guard !value.isEmpty else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "empty")
      }
      """,
    ] {
      #expect(schema(body)?.shape == .value(TypeReference(parsing: "[String: Kind]") ?? .other("")))
    }
  }

  @Test("An initializer can read the raw value of a case that may be unknown")
  func rawValue() {
    let source = """
      enum Kind: Int, Decodable {
        case cafe, unknown
        init(from decoder: any Decoder) throws {
          self = Kind(rawValue: try decoder.singleValueContainer().decode(RawValue.self)) ?? .unknown
        }
      }
      """
    #expect(index(source).schema(named: "Kind")?.shape == .value(.named([.init("Int")])))
    #expect(
      findings(source, "[Kind]", [0, 9, "x"])
        == [#"wrong-type /2: expected Int, found string "x""#]
    )
  }

  @Test("Naming a container in an error reads no key")
  func errors() {
    let body = """
      id = try container.decode(Int.self, forKey: .id)
      throw DecodingError.dataCorruptedError(forKey: .name, in: container, debugDescription: "")
      """
    #expect(fields(open + body) == ["id: Int required"])
  }

  @Test("An initializer can let other types read the same map")
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

  @Test("Derived keys are used if only encoding is synthesized")
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
    #expect(index(source).schema(named: "Shop")?.assumptions == [])
  }
}
