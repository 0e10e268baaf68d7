import Foundation

/// A Boolean or number of any type, such as a value in an app's dictionary.
///
/// The dynamic type determines the case, because casts convert between Booleans and numbers on
/// platforms where Foundation bridges them.
enum FoundationNumber {
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  /// The digits of an integer that does not fit in 64 bits.
  case largeInteger(String)

  /// Converts a value, or returns nil if it is neither a Boolean nor a number.
  init?(_ value: Any) {
    switch value {
    case let number as NSNumber where type(of: value) is NSNumber.Type: self.init(number)
    case let bool as Bool where type(of: value) is Bool.Type: self = .bool(bool)
    case let integer as any FixedWidthInteger:
      self = Int64(exactly: integer).map(Self.integer) ?? .largeInteger("\(integer)")
    case let float as any BinaryFloatingPoint: self = .double(Double(float))
    case let decimal as Decimal: self.init(decimal as NSDecimalNumber)
    default: return nil
    }
  }

  private init(_ number: NSNumber) {
    // Foundation represents Booleans by two unique objects.
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .bool(number.boolValue)
    } else if let integer = Int64(number.stringValue) {
      self = .integer(integer)
    } else {
      self = .double(number.doubleValue)
    }
  }
}

/// A type that wraps an optional value of any type.
protocol Unwrappable {
  /// The wrapped value, if any.
  var wrapped: Any? { get }
}

extension Optional: Unwrappable {
  var wrapped: Any? { map { $0 as Any } }
}

extension AnyHashable: Unwrappable {
  var wrapped: Any? { base }
}
