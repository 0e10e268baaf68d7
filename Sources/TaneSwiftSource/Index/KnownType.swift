#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The types from the standard library, Foundation and Firebase whose data format is known.
enum KnownType: Hashable {
  case bool
  case string
  case integer(IntegerWidth)
  case float
  case double
  case url
  case date
  case data
  case decimal
  case uuid
  /// A range: a list with the given number of bounds.
  case bounds(Int)
  /// A list with a fixed number of numbers, such as a point or a size.
  case numbers(Int)
  /// A Firestore timestamp.
  case timestamp
  /// A Firestore geographical point.
  case geopoint
  /// A Firestore document reference.
  case reference
  /// Firestore's property wrapper for a server timestamp.
  case serverTimestamp
  /// A string from which another type can be created.
  case text(TextType)
  /// A type whose data is not checked.
  case unchecked

  /// Creates the type with the given name, without a module; returns nil if the name is unknown.
  init?(name: String) {
    if let type = Self.byName[name] {
      self = type
    } else if name.hasSuffix("(_:)"), let type = TextType(rawValue: String(name.dropLast(4))) {
      self = .text(type)
    } else {
      return nil
    }
  }

  /// The names that the sources need not declare: known types, and protocols that do not affect
  /// decoding.
  static let names = Set(byName.keys).union(protocols)

  private static let byName: [String: KnownType] = [
    "Bool": .bool, "String": .string, "Float": .float, "Float32": .float, "Double": .double,
    "Float64": .double, "CGFloat": .double, "TimeInterval": .double,
    "Int": .integer(.int), "Int8": .integer(.int8), "Int16": .integer(.int16),
    "Int32": .integer(.int32), "Int64": .integer(.int64), "Int128": .integer(.int128),
    "UInt": .integer(.uint), "UInt8": .integer(.uint8), "UInt16": .integer(.uint16),
    "UInt32": .integer(.uint32), "UInt64": .integer(.uint64), "UInt128": .integer(.uint128),
    "URL": .url, "Date": .date, "Data": .data, "Decimal": .decimal, "UUID": .uuid,
    "Range": .bounds(2), "ClosedRange": .bounds(2), "PartialRangeFrom": .bounds(1),
    "PartialRangeThrough": .bounds(1), "PartialRangeUpTo": .bounds(1), "CGPoint": .numbers(2),
    "CGSize": .numbers(2), "CGVector": .numbers(2), "Timestamp": .timestamp, "GeoPoint": .geopoint,
    "DocumentReference": .reference, "ServerTimestamp": .serverTimestamp,
    "AffineTransform": .unchecked, "AttributedString": .unchecked, "Calendar": .unchecked,
    "CGRect": .unchecked, "CharacterSet": .unchecked, "DateComponents": .unchecked,
    "DateInterval": .unchecked, "DocumentID": .unchecked, "Duration": .unchecked,
    "Float16": .unchecked,
    "Float80": .unchecked, "IndexPath": .unchecked, "IndexSet": .unchecked,
    "Locale": .unchecked, "Measurement": .unchecked, "Never": .unchecked,
    "PersonNameComponents": .unchecked,
    "TimeZone": .unchecked, "URLComponents": .unchecked, "VectorValue": .unchecked,
  ]

  private static let protocols: Set<String> = [
    "Any", "AnyObject", "CaseIterable", "Codable", "CodingKey", "CodingKeyRepresentable",
    "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible", "Decodable",
    "Encodable", "Equatable", "Error", "ExpressibleByArrayLiteral",
    "ExpressibleByStringLiteral", "Hashable", "Identifiable", "LocalizedError", "NSObject",
    "ObservableObject", "OptionSet", "Optional", "RawRepresentable", "Sendable", "Self", "View",
  ]
}

/// The integer types of the standard library.
enum IntegerWidth: String, CaseIterable, Hashable {
  case int = "Int"
  case int8 = "Int8"
  case int16 = "Int16"
  case int32 = "Int32"
  case int64 = "Int64"
  case int128 = "Int128"
  case uint = "UInt"
  case uint8 = "UInt8"
  case uint16 = "UInt16"
  case uint32 = "UInt32"
  case uint64 = "UInt64"
  case uint128 = "UInt128"

  /// Returns true if the type can represent a 64-bit integer.
  func canRepresent(_ number: Int64) -> Bool {
    switch self {
    case .int, .int64, .int128: true
    case .int8: Int8(exactly: number) != nil
    case .int16: Int16(exactly: number) != nil
    case .int32: Int32(exactly: number) != nil
    case .uint, .uint64, .uint128: number >= 0
    case .uint8: UInt8(exactly: number) != nil
    case .uint16: UInt16(exactly: number) != nil
    case .uint32: UInt32(exactly: number) != nil
    }
  }

  /// Returns true if a floating-point number is an integer that the type can represent.
  func canRepresent(_ number: Double) -> Bool {
    switch self {
    case .int128: Int128(exactly: number) != nil
    case .uint, .uint64: UInt64(exactly: number) != nil
    case .uint128: UInt128(exactly: number) != nil
    default: Int64(exactly: number).map(canRepresent) ?? false
    }
  }

  /// Returns true if a string of digits is an integer that the type can represent.
  func canRepresent(digits: String) -> Bool {
    switch self {
    case .int128: Int128(digits) != nil
    case .uint, .uint64: UInt64(digits) != nil
    case .uint128: UInt128(digits) != nil
    default: Int64(digits).map(canRepresent) ?? false
    }
  }
}

/// The types that can be created from strings.
enum TextType: String, Hashable {
  case bool = "Bool"
  case decimal = "Decimal"
  case double = "Double"
  case float = "Float"
  case int = "Int"
  case int8 = "Int8"
  case int16 = "Int16"
  case int32 = "Int32"
  case int64 = "Int64"
  case uint = "UInt"
  case uint8 = "UInt8"
  case uint16 = "UInt16"
  case uint32 = "UInt32"
  case uint64 = "UInt64"

  private var type: (any LosslessStringConvertible.Type)? {
    switch self {
    case .decimal: nil
    case .bool: Bool.self
    case .double: Double.self
    case .float: Float.self
    case .int: Int.self
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .int64: Int64.self
    case .uint: UInt.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    case .uint64: UInt64.self
    }
  }

  /// Returns true if the type can be created from a string.
  func canParse(_ text: String) -> Bool {
    type.map { $0.init(text) != nil } ?? (Decimal(string: text) != nil)
  }
}
