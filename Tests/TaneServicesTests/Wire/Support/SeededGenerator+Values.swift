import TestSupport
import TaneCore
import TaneTesting

/// Random values like those that services write.
extension SeededGenerator {
  mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &self) }

  mutating func flag() -> Bool { .random(using: &self) }

  mutating func integer() -> Int64 { .random(in: .min ... .max, using: &self) }

  mutating func maybe<Value>(_ make: (inout SeededGenerator) -> Value) -> Value? {
    flag() ? make(&self) : nil
  }

  mutating func list<Value>(_ make: (inout SeededGenerator) -> Value) -> [Value] {
    (0..<number(0..<4)).map { _ in make(&self) }
  }

  mutating func text() -> String {
    let letters = ["a", "\"", "\\", "\u{0}", "é", "e\u{301}", "麺", "🍜", ".", "`", "\n"]
    return (0..<number(0..<6)).map { _ in letters[number(0..<letters.count)] }.joined()
  }

  /// Returns a text that is not empty and can be a name.
  mutating func name() -> String { "n" + text().filter { !"\u{0}\n".contains($0) } }

  mutating func time() -> DocumentTimestamp {
    DocumentTimestamp(microseconds: .random(in: DocumentTimestamp.range, using: &self))
  }

  /// Returns a time in milliseconds since 1970.
  mutating func milliseconds() -> Int64 { Int64.random(in: 0...4_000_000_000_000, using: &self) }

  /// Returns a value of any kind.
  mutating func value(depth: Int) -> DocumentValue {
    switch number(0..<(depth > 0 ? 11 : 9)) {
    case 0: return .null
    case 1: return .boolean(flag())
    case 2: return .integer(integer())
    case 3: return .double(Double(bitPattern: .random(in: 0...UInt64.max, using: &self)))
    case 4: return .timestamp(time())
    case 5: return .string(text())
    case 6: return .bytes((0..<number(0..<9)).map { _ in .random(in: 0...255, using: &self) })
    case 7: return .reference("projects/p/databases/d/documents/c/\(text())")
    case 8:
      let point = GeographicPoint(
        latitude: .random(in: -90...90, using: &self),
        longitude: .random(in: -180...180, using: &self)
      )
      return point.map { .geoPoint($0) } ?? .null
    case 9: return .array(list { $0.value(depth: depth - 1) })
    default: return .map(fields(depth: depth - 1))
    }
  }

  mutating func fields(depth: Int) -> DocumentFields {
    DocumentFields(list { ($0.text(), $0.value(depth: depth)) })
  }

  mutating func fieldPath() -> FieldPath {
    FieldPath(names: [name()] + list { $0.name() }) ?? .documentName
  }
}
