import TestSupport
import TaneCore

/// A generated type: its name in Swift and samples of its data.
struct GeneratedType {
  /// The type's name in Swift.
  let name: String
  /// A Boolean value indicating whether values can be elements of sets.
  var isHashable = false
  /// Returns a random value that the type decodes.
  let sample: (inout SeededGenerator) -> TreeLiteral

  /// The optional of the type.
  var optional: GeneratedType {
    GeneratedType(name: "\(name)?", isHashable: isHashable) { random in
      Int.random(in: 0..<4, using: &random) == 0 ? .null : sample(&random)
    }
  }

  /// An array of values of the type.
  var list: GeneratedType {
    GeneratedType(name: "[\(name)]", isHashable: isHashable) { .list(samples(&$0)) }
  }

  /// A set of values of the type.
  var set: GeneratedType {
    GeneratedType(name: "Set<\(name)>", isHashable: true) { .list(samples(&$0)) }
  }

  /// Returns a dictionary type with values of the type.
  func dictionary(of key: String, _ keys: [String]) -> GeneratedType {
    GeneratedType(name: "[\(key): \(name)]", isHashable: isHashable) { random in
      .map(keys.shuffled(using: &random).dropFirst(1).map { ($0, sample(&random)) })
    }
  }

  /// Returns a dictionary type that is encoded as a list of alternating keys and values.
  func pairs(of key: GeneratedType) -> GeneratedType {
    GeneratedType(name: "[\(key.name): \(name)]", isHashable: isHashable) { random in
      let count = Int.random(in: 0..<3, using: &random)
      return .list((0..<count).flatMap { _ in [key.sample(&random), sample(&random)] })
    }
  }

  private func samples(_ random: inout SeededGenerator) -> [TreeLiteral] {
    (0..<Int.random(in: 0..<4, using: &random)).map { _ in sample(&random) }
  }
}

extension GeneratedType {
  /// Returns types of the standard library and Foundation with samples of their data.
  static func scalars(dates: [TreeLiteral]) -> [GeneratedType] {
    let numbers: [TreeLiteral] = [0, 1, 100, 1.0, 1e2]
    let widths = [
      "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ]
    let decimals: [TreeLiteral] = [0, -1.5, 1e30, 3.4028235e38, 0.1]
    let texts: [TreeLiteral] = ["", "a", "麺屋", "1", "a b"]
    let kinds: [(String, [TreeLiteral])] = [
      ("Bool", [true, false]), ("String", texts), ("Float", decimals), ("Double", decimals),
      ("CGFloat", decimals), ("Decimal", [0, 1.5, -2, .decimal("18446744073709551616")]),
      ("URL", ["https://example.com/a", "a", "x:y", "/a%20b"]),
      ("UUID", ["6BA7B810-9DAD-11D1-80B4-00C04FD430C8"]), ("Data", ["AAAA", ""]), ("Date", dates),
    ]
    return (widths.map { ($0, numbers) } + kinds).map { name, samples in
      GeneratedType(name: name, isHashable: true) { samples.randomElement(using: &$0) ?? nil }
    }
  }

  /// Range types with samples of their data.
  static var lists: [GeneratedType] {
    [
      of("Range<Int>", [[1, 2], [1, 1]]), of("ClosedRange<Double>", [[0.5, 1], [1, 2, 3]]),
      of("ClosedRange<String>", [["a", "b"]]), of("Range<Float>", [[1, 1.5], [1.00000001, 1]]),
      of("PartialRangeFrom<Int>", [[1]]), of("ClosedRange<UInt8>", [[0, 255], [2, 1]]),
    ]
  }

  private static func of(_ name: String, _ samples: [TreeLiteral]) -> GeneratedType {
    GeneratedType(name: name) { samples.randomElement(using: &$0) ?? nil }
  }
}
