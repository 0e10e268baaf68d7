import Foundation

// Types with features that make checking hard, all of which occur in apps.

/// Integers of every width, and arrays of small numbers.
struct Widths: Codable {
  let i8: Int8, i16: Int16, i32: Int32, i64: Int64, u8: UInt8, u16: UInt16, u32: UInt32, u64: UInt64
  let float: Float
  let bytes: [UInt8]?
  let floats: [Float]?
}

struct Foreign: Codable {
  let url: URL
  let date: Date
  let data: Data
  let decimal: Decimal
  let urls: [URL]?
  let dates: [String: Date]?
}

/// Skips elements that cannot be decoded.
struct LossyList: Decodable {
  var foods: [Food] = []

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      if let food = try? list.decode(Food.self) {
        foods.append(food)
      } else {
        _ = try list.decode(AnyValue.self)
      }
    }
  }
}

/// Accepts any value.
struct AnyValue: Decodable {
  init(from decoder: any Decoder) throws {}
}

/// One of two structures, decoded by trying the first.
enum FoodOrPoint: Decodable {
  struct Point: Codable { let x: Int, y: Int }

  case food(Food)
  case point(Point)

  init(from decoder: any Decoder) throws {
    if let food = try? Food(from: decoder) {
      self = .food(food)
    } else {
      self = .point(try Point(from: decoder))
    }
  }
}

class Animal: Codable {
  let name: String
  let legs: Int?
}

/// Decodes its superclass from the same map.
final class Dog: Animal {
  let breed: String

  private enum Keys: String, CodingKey { case breed }

  required init(from decoder: any Decoder) throws {
    breed = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .breed)
    try super.init(from: decoder)
  }
}

/// Decodes its superclass from a nested map.
final class Cat: Animal {
  let lives: Int

  private enum Keys: String, CodingKey { case lives, animal }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    lives = try container.decode(Int.self, forKey: .lives)
    try super.init(from: container.superDecoder(forKey: .animal))
  }
}

@propertyWrapper
struct Rounded: Codable {
  var wrappedValue: Double

  init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Double.self).rounded()
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

struct Wrapped: Codable {
  let id: Int
  @Rounded var price: Double
  @Rounded var tax: Double
}

struct Box<Content: Codable>: Codable {
  let content: Content
  let label: String?

  private enum CodingKeys: String, CodingKey {
    case content = "c"
    case label = "l"
  }
}

struct Numbered: Codable {
  let names: [Int: String]
  let shelves: [Int: [Food]]?
}

/// A dictionary with enumeration keys is encoded as a flat list, unless the keys are
/// `CodingKeyRepresentable`.
struct Flat: Codable {
  let counts: [Rank: Int]
  let listed: [ListedRank: Int]?
}

enum ListedRank: String, Codable, CodingKeyRepresentable { case bronze, silver, gold }

/// A constant with an initial value has a coding key, but is never decoded.
struct Constant: Codable {
  let id: Int
  let version: Int
  let name: String

  private enum CodingKeys: CodingKey { case id, version, name }

  // The compiler synthesizes this initializer for `let version = 2`, with a warning.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    version = 2
    name = try container.decode(String.self, forKey: .name)
  }
}

/// The initial value of a variable is not a default for decoding.
struct Variable: Codable {
  var id = 0
  var name = "?"
  var note: String? = "none"
}

struct OddNumber: Error {}

/// Rejects even numbers with its own error, and long text with a decoding error.
struct Strict: Codable {
  let odd: Int
  let code: String
  let tail: Bool?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    odd = try container.decode(Int.self, forKey: .odd)
    if odd % 2 == 0 { throw OddNumber() }
    code = try container.decode(String.self, forKey: .code)
    if code.count > 3 {
      throw DecodingError.dataCorruptedError(
        forKey: .code,
        in: container,
        debugDescription: "too long"
      )
    }
    tail = try container.decodeIfPresent(Bool.self, forKey: .tail)
  }
}

/// A value whose type depends on another key.
enum Shape: Decodable {
  case circle(radius: Double)
  case square(side: Double)

  private enum Keys: String, CodingKey { case kind, radius, side }
  private enum Kind: String, Decodable { case circle, square }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .circle: self = .circle(radius: try container.decode(Double.self, forKey: .radius))
    case .square: self = .square(side: try container.decode(Double.self, forKey: .side))
    }
  }
}

/// A map whose keys are data, which are read with `allKeys`.
struct Scores: Decodable {
  struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  var total = 0

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    for key in container.allKeys {
      total += try container.decode(Int8.self, forKey: key) == 0 ? 0 : 1
    }
  }
}

/// Decodes like a synthesized type, except that its last key has a default.
struct Forgiving: Codable {
  let id: Int
  let name: String
  let count: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    count = (try? container.decode(Int.self, forKey: .count)) ?? 0
  }
}

struct Branch: Codable {
  let name: String
  let twigs: [Branch]?
}

/// A pair that is encoded as a list of two different types.
struct Pair: Decodable {
  let x: Int
  let y: String

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    x = try list.decode(Int.self)
    y = try list.decode(String.self)
  }
}

/// Rarely used collections, and optionals of optionals.
struct Unusual: Codable {
  let tags: Set<String>
  let numbers: ContiguousArray<Int>
  let maybe: Int??
  let gaps: [Int?]
  let deep: [[String: [Int]]]
}

/// Checks for keys before it decodes them.
struct Asking: Decodable {
  let kind: String
  let size: Int

  private enum Keys: String, CodingKey { case kind, size, width, height }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    kind =
      try container.decodeNil(forKey: .kind) ? "none" : container.decode(String.self, forKey: .kind)
    size =
      if container.contains(.size) {
        try container.decode(Int.self, forKey: .size)
      } else {
        try container.decode(Int.self, forKey: .width)
          &* container.decode(Int.self, forKey: .height)
      }
  }
}
