import Foundation

enum Rank: String, Codable { case bronze, silver, gold }

enum Level: Int, Codable { case low, high }

struct Food: Codable, Equatable {
  let id: String
  let imageURL: URL
  let rating: Double?

  enum CodingKeys: String, CodingKey {
    case id
    case imageURL = "image_url"
    case rating
  }
}

struct Store: Codable, Equatable {
  let id: Int
  let name: String
  let isOpen: Bool?
  let rank: Rank?
  let foods: [Food]?
  let opening: [String: Int]?
  let floor: Int8?
}

enum Payment: Codable, Equatable {
  case cash(amount: Int)
  case card(number: String, Int)
  case free
}

final class Chain: Codable, Equatable {
  let value: Int
  let next: Chain?

  static func == (left: Chain, right: Chain) -> Bool {
    left.value == right.value && left.next == right.next
  }
}

/// Decodes nested containers, a superclass and all keys of its map.
struct Handwritten: Decodable, Equatable {
  enum Outer: String, CodingKey { case point, numbers, deep }
  enum Inner: String, CodingKey { case x, y }

  var x: Int
  var numbers: [Int]
  var deep: [[String]]
  var superKeys: [String]

  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: Outer.self)
    let point = try outer.nestedContainer(keyedBy: Inner.self, forKey: .point)
    x = try point.decodeIfPresent(Int.self, forKey: .x) ?? point.decode(Int.self, forKey: .y)
    var list = try outer.nestedUnkeyedContainer(forKey: .numbers)
    numbers = []
    while !list.isAtEnd { numbers.append(try list.decodeNil() ? -1 : list.decode(Int.self)) }
    deep = []
    var lists = try outer.nestedUnkeyedContainer(forKey: .deep)
    while !lists.isAtEnd {
      var inner = try lists.nestedUnkeyedContainer()
      var words: [String] = []
      while !inner.isAtEnd { words.append(try inner.decode(String.self)) }
      deep.append(words)
    }
    let above = try outer.superDecoder()
    superKeys =
      (try? above.container(keyedBy: Inner.self).allKeys.map(\.stringValue).sorted()) ?? []
  }
}

/// Decodes text, or a number as its digits.
struct TextOrNumber: Decodable, Equatable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self.text = text
    } else {
      text = String(try container.decode(Int.self))
    }
  }
}
