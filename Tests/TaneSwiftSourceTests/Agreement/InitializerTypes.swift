import Foundation

// These types are compiled into the tests, which also parse this file.

extension KeyedDecodingContainer {
  func decode<Value: Decodable>(_ key: Key) throws -> Value {
    try decode(Value.self, forKey: key)
  }

  func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    forKey key: Key,
    default value: Value
  ) throws -> Value {
    try decodeIfPresent(type, forKey: key) ?? value
  }

  func decodeIfReadable<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
    try? decode(type, forKey: key)
  }

  func text(_ key: Key) throws -> String { try decode(String.self, forKey: key) }

  func rawValue<Value: RawRepresentable>(_ key: Key) throws -> Value
  where Value.RawValue == String {
    guard let value = Value(rawValue: try decode(String.self, forKey: key)) else {
      throw Written.Failure()
    }
    return value
  }

  func digit(_ key: Key) throws -> Int? { Int(try decode(String.self, forKey: key)) }

  func inner(_ key: Key) throws -> String {
    try nestedContainer(keyedBy: Written.TextKey.self, forKey: key)
      .decode(String.self, forKey: "name")
  }

  func name(_ key: Key) throws -> String { try decode(String.self, forKey: key).lowercased() }

  func decodeNumber(forKey key: Key) throws -> Int {
    if let number = try? decode(Int.self, forKey: key) { return number }
    guard let number = Int(try decode(String.self, forKey: key)) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "")
    }
    return number
  }
}

extension DecodingError {
  // A function with this name is in the library that Swift OpenAPI Generator's models use.
  static func verifyAtLeastOneSchemaIsNotNil(_ values: [Any?], errors: [any Error]) throws {
    guard values.contains(where: { $0 != nil }) else { throw Written.Failure() }
  }
}

enum Written {
  struct Failure: Error {}

  enum Size: String, Decodable {
    case small, large

    init?(rawValue: String) {
      switch rawValue {
      case "small", "S": self = .small
      case "large", "L": self = .large
      default: return nil
      }
    }
  }

  enum Color: String, Decodable {
    case red, other

    init?(rawValue: String) {
      switch rawValue {
      case "red": self = .red
      default: self = .other
      }
    }
  }

  struct RawValues: Decodable { let size: Size, color: Color, sizes: [Size]? }

  struct TextKey: CodingKey, ExpressibleByStringLiteral {
    private let text: String
    var stringValue: String { text }
    var intValue: Int? { nil }
    init?(stringValue: String) { text = stringValue }
    init?(intValue: Int) { nil }
    init(stringLiteral value: String) { text = value }
  }

  struct Literals: Decodable {
    let id: Int, name: String?, part: Int

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: TextKey.self)
      id = try values.decode(Int.self, forKey: "@id")
      name = try values.decodeIfPresent(String.self, forKey: "full_name")
      part = try values.nestedContainer(keyedBy: TextKey.self, forKey: "part")
        .decode(Int.self, forKey: "number")
    }
  }

  struct Conversions: Decodable {
    let site: URL, count: Int, kind: Kind, ratio: Double, page: URL?, note: Int?

    enum Kind: String, Decodable { case cafe = "c", shop = "s" }
    enum CodingKeys: CodingKey { case site, count, kind, ratio, page, note }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      guard let site = URL(string: try values.decode(String.self, forKey: .site)) else {
        throw Failure()
      }
      self.site = site
      let count = try values.decode(String.self, forKey: .count)
      let raw = try values.decode(String.self, forKey: .kind)
      guard let count = Int(count), let kind = Kind(rawValue: raw) else {
        throw DecodingError.dataCorruptedError(forKey: .count, in: values, debugDescription: "")
      }
      (self.count, self.kind) = (count, kind)
      ratio = Double(try values.decode(String.self, forKey: .ratio)) ?? 0
      page = URL(string: try values.decodeIfPresent(String.self, forKey: .page) ?? "")
      if let text = try values.decodeIfPresent(String.self, forKey: .note) {
        guard let note = Int(text) else { throw Failure() }
        self.note = note
      } else {
        note = nil
      }
    }
  }

  struct Texts: Decodable {
    let id: Int, price: Decimal, isFirst: Bool, names: [String], site: URL
    var count: Int?

    enum CodingKeys: CodingKey { case id, price, mark, names, rest, site, count }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      guard
        let id = (try? values.decode(Int.self, forKey: .id))
          ?? Int((try? values.decode(String.self, forKey: .id)) ?? "")
      else { throw Failure() }
      self.id = id
      guard let price = Decimal(string: try values.decode(String.self, forKey: .price)) else {
        throw Failure()
      }
      self.price = price
      guard
        let site = try values.decodeIfPresent(String.self, forKey: .site)
          .flatMap(URL.init(string:))
      else { throw Failure() }
      self.site = site
      let count = (try? values.decode(String.self, forKey: .count)).flatMap({ Int($0) })
      if count == nil { self.count = try values.decodeIfPresent(Int.self, forKey: .count) }
      isFirst = (try? values.decode(String.self, forKey: .mark)) == "1"
      if (try? values.decode(String.self, forKey: .mark)) == "1" {
        let names: [String] = try values.decode(Array.self, forKey: .names)
        self.names = names
      } else {
        names = try values.decode([String].self, forKey: .rest)
      }
    }
  }

  struct Caught: Decodable {
    let id: Int, name: String

    enum CodingKeys: CodingKey { case id, name, number, isOpen }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      do {
        id = try values.decode(Int.self, forKey: .id)
      } catch DecodingError.typeMismatch {
        id = Int(try values.decode(String.self, forKey: .id)) ?? 0
      }
      do {
        name = try values.decode(String.self, forKey: .name)
      } catch let DecodingError.typeMismatch(type, _) {
        name = "\(type)"
      }
      do {
        _ = try values.decode(Int.self, forKey: .number)
      } catch DecodingError.typeMismatch {
        _ = try values.decode(Bool.self, forKey: .isOpen)
      }
    }
  }

  struct Base: Decodable { let id: Int }
  struct Extra: Decodable { let level: Int, name: String? }

  struct Parts: Decodable {
    let base: Base, extra: Extra

    init(from decoder: any Decoder) throws {
      base = try .init(from: decoder)
      extra = try Extra(from: decoder)
    }
  }

  struct Scalar: Decodable {
    let kind: Conversions.Kind

    init(from decoder: any Decoder) throws { kind = try Conversions.Kind(from: decoder) }
  }

  enum OneOf: Decodable {
    case base(Base), text(String), numbers([Int])

    init(from decoder: any Decoder) throws {
      var errors: [any Error] = []
      do {
        self = .base(try .init(from: decoder))
        return
      } catch { errors.append(error) }
      do {
        self = .text(try decoder.singleValueContainer().decode(String.self))
        return
      } catch { errors.append(error) }
      if let numbers = try? [Int](from: decoder) {
        self = .numbers(numbers)
        return
      }
      throw errors[0]
    }
  }

  struct AnyOf: Decodable {
    var base: Base?, extra: Extra?

    init(from decoder: any Decoder) throws {
      var errors: [any Error] = []
      do { base = try .init(from: decoder) } catch { errors.append(error) }
      do { extra = try .init(from: decoder) } catch { errors.append(error) }
      try DecodingError.verifyAtLeastOneSchemaIsNotNil([base, extra], errors: errors)
    }
  }

  struct Lossy<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
      value = try? decoder.singleValueContainer().decode(Value.self)
    }
  }

  struct Whole: Decodable {
    let base: Base?

    init(from decoder: any Decoder) throws { base = try .init(from: decoder) }
  }

  struct LossyList: Decodable { let names: [Lossy<String>] }

  enum Fallback: Decodable {
    case base(Base), extra(Extra)

    init(from decoder: any Decoder) throws {
      do {
        self = .base(try Base(from: decoder))
      } catch {
        self = .extra(try Extra(from: decoder))
      }
    }
  }

  struct Alternatives: Decodable {
    let id: Int, name: String, tags: [String], mark: String

    enum CodingKeys: String, CodingKey { case id, oldID = "ID", name, title, tags, mark }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      id = try values.decodeIfPresent(Int.self, forKey: .id) ?? values.decode(.oldID)
      guard
        let name = try values.decodeIfPresent(String.self, forKey: .name)
          ?? values.decodeIfPresent(String.self, forKey: .title)
      else { throw Failure() }
      self.name = name
      tags = try values.decodeIfPresent(Array.self, forKey: .tags) ?? []
      mark =
        try (try? values.decode(String.self, forKey: .mark))
        ?? String(values.decode(Int.self, forKey: .mark))
    }
  }

  struct Branches: Decodable {
    let id: String, isOpen: Bool, level: Int?

    enum CodingKeys: CodingKey { case id, isOpen, level, part }
    enum PartKeys: CodingKey { case text, number }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      if let text = try? values.decode(String.self, forKey: .id) {
        id = text
      } else if let number = try? values.decode(Int.self, forKey: .id) {
        id = String(number)
      } else {
        throw Failure()
      }
      isOpen = try values.decode(Bool.self, forKey: .isOpen)
      if isOpen {
        level = try values.decode(Int.self, forKey: .level)
      } else if values.contains(.part) {
        let part = try values.nestedContainer(keyedBy: PartKeys.self, forKey: .part)
        let text = try part.decodeIfPresent(String.self, forKey: .text)
        level = try text == nil ? part.decode(Int.self, forKey: .number) : nil
      } else {
        level = nil
      }
    }
  }

  enum Link: Decodable {
    case text(String), link(String, Int)

    enum CodingKeys: CodingKey { case url, rank }

    init(from decoder: any Decoder) throws {
      if let values = try? decoder.container(keyedBy: CodingKeys.self) {
        self = .link(try values.decode(.url), try values.decode(Int.self, forKey: .rank))
      } else {
        self = .text(try decoder.singleValueContainer().decode(String.self))
      }
    }
  }

  struct Helpers: Decodable {
    let id: Int, count: Int, tags: [String], rank: Int?, number: Int

    enum CodingKeys: CodingKey { case id, count, tags, rank, number }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      id = try values.decode(.id)
      count = try values.decode(Int.self, forKey: .count, default: 1)
      tags = try values.decode(forKey: .tags, default: [])
      rank = values.decodeIfReadable(Int.self, forKey: .rank)
      number = try values.decodeNumber(forKey: .number)
    }
  }

  enum Switches: Decodable {
    case cafe(Base), shop(Extra), old(Int), none

    enum CodingKeys: CodingKey { case kind, version, value }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      let kind = try values.decode(String.self, forKey: .kind)
      switch Conversions.Kind(rawValue: kind) {
      case .cafe?: self = .cafe(try .init(from: decoder))
      case .shop: self = .shop(try values.decode(Extra.self, forKey: .value))
      case nil:
        switch try values.decodeIfPresent(Int.self, forKey: .version) {
        case nil: self = .none
        case 1: self = .old(try values.decode(Int.self, forKey: .value))
        default: throw Failure()
        }
      }
    }
  }

  enum Results: Decodable {
    case base(Base), extra(Extra), text(String)

    enum CodingKeys: CodingKey { case kind, mode, value, other }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      let kind: Conversions.Kind = try values.decode(.kind)
      switch kind {
      case .cafe: self = .base(try .init(from: decoder))
      case .shop:
        switch try values.text(.mode) {
        case "a": self = .extra(try values.decode(Extra.self, forKey: .value))
        case "1":
          switch try values.decodeIfPresent(Conversions.Kind.self, forKey: .other) ?? .shop {
          case .cafe: self = .base(try values.decode(Base.self, forKey: .value))
          default: self = .text(try values.decode(String.self, forKey: .value))
          }
        default:
          let other: Conversions.Kind = try values.rawValue(.other)
          switch other {
          case .cafe: self = .text(try values.decode(String.self, forKey: .value))
          default: self = .base(try values.decode(Base.self, forKey: .value))
          }
        }
      }
    }
  }

  struct Names: Decodable {
    let owner: User.ID, kind: Conversions.Kind.RawValue, place: Place.ID?

    struct User: Decodable, Identifiable { let id: Int }
    struct Place: Decodable { let name: String }
  }

  struct Lists: Decodable {
    let names: [String]

    enum CodingKeys: CodingKey { case names }

    init(from decoder: any Decoder) throws {
      var list = try decoder.container(keyedBy: CodingKeys.self)
        .nestedUnkeyedContainer(forKey: .names)
      var names: [String] = []
      while !list.isAtEnd { names.append(try list.decode(String.self)) }
      self.names = names
    }
  }
}

extension Written.Names.Place: Identifiable {
  var id: String { name }
}

// The check does not analyze these types completely.
extension Written {
  struct Ranges: Decodable {
    let low: Int, high: Int, values: [Int]

    enum CodingKeys: String, CodingKey, CaseIterable { case low, high, first, second }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      low = try values.decode(.low)
      high = try values.decode(.high)
      guard low <= high else { throw Failure() }
      let keys: [CodingKeys] = low > 0 ? [.first, .second] : [.second]
      self.values = try keys.map { try values.decode(Int.self, forKey: $0) }
    }
  }

  struct Dates: Decodable {
    let day: Date, part: Int

    enum CodingKeys: CodingKey { case day, part }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      let formatter = DateFormatter()
      formatter.dateFormat = "yyyy-MM-dd"
      guard let day = formatter.date(from: try values.decode(String.self, forKey: .day)) else {
        throw Failure()
      }
      self.day = day
      part = try Self.part(of: values)
    }

    private static func part(of values: KeyedDecodingContainer<CodingKeys>) throws -> Int {
      try values.decode(Int.self, forKey: .part)
    }
  }

  struct Kept: Decodable {
    var base: Base?

    init(from decoder: any Decoder) throws {
      do {
        base = try Base(from: decoder)
        if base?.id == 1 { throw Failure() }
      } catch {}
      guard base != nil else { throw Failure() }
    }
  }

  struct Closures: Decodable {
    var name: String?, count: Int?

    enum CodingKeys: CodingKey { case name, count, part }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      var name = try values.decodeIfPresent(String.self, forKey: .name)
      let count = try values.decodeIfPresent(Int.self, forKey: .count)
      (self.name, self.count) = (name, count)
      ["a"].forEach { name = $0 }
      self.name = try values.decodeIfPresent(String.self, forKey: .name)
      (self.name, self.count) = ("b", 1)
      guard name != nil, self.name != nil else { throw Failure() }
      if try values.inner(.part) == "a" { throw Failure() }
    }
  }

  enum Changed: Decodable {
    case base(Base), none

    enum CodingKeys: CodingKey { case kind, value, other }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      switch try values.name(.kind) {
      case "c": self = .base(try values.decode(Base.self, forKey: .value))
      case "s" where try values.digit(.other) == 1:
        self = .base(try values.decode(Base.self, forKey: .value))
      default: self = .none
      }
      if try values.digit(.kind) == 1 { _ = try values.decode(Int.self, forKey: .other) }
    }
  }

  enum Loose: String, Decodable {
    case low, high

    init?(rawValue: String) {
      switch rawValue.lowercased() {
      case "low": self = .low
      case "high": self = .high
      default: return nil
      }
    }
  }
}
