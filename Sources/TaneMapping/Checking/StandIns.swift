#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A type whose empty value is used as a stand-in.
protocol EmptyStandIn {
  static var emptyStandIn: Self { get }
}

extension Optional: EmptyStandIn {
  static var emptyStandIn: Wrapped? { nil }
}

extension Array: EmptyStandIn {
  static var emptyStandIn: [Element] { [] }
}

extension Set: EmptyStandIn {
  static var emptyStandIn: Set<Element> { [] }
}

extension Dictionary: EmptyStandIn {
  static var emptyStandIn: [Key: Value] { [:] }
}

extension DecodedNil: EmptyStandIn {
  static var emptyStandIn: DecodedNil { DecodedNil(isNull: false) }
}

/// Stand-ins for failed scalars.
///
/// No stand-in is empty or zero, so code can read the first character of a string or divide by a
/// number.
enum ScalarStandIns {
  static func value<Value>(of type: Value.Type) -> Value? {
    if let number = (type as? any BinaryInteger.Type).map({ $0.init(1) }) as? Value {
      return number
    }
    if let typed = (type as? any TypedDocumentValue.Type)?.documentStandIn as? Value {
      return typed
    }
    return others.lazy.compactMap { $0 as? Value }.first
  }

  private static let others: [any Sendable] = [
    "text", 1.0, Float(1), false, Data([1]), Decimal(1), Date(timeIntervalSinceReferenceDate: 1),
    URL(string: "https://example.com") ?? URL(filePath: "/"),
  ]
}
