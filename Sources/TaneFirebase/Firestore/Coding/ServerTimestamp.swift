public import Foundation

/// A property wrapper for a time that Firestore sets to the time of the write if it is nil.
///
/// A decoded document must contain the field; null decodes as nil.
///
/// ```swift
/// struct Post: Codable {
///   @ServerTimestamp var createdAt: Date?
/// }
/// ```
@propertyWrapper
public struct ServerTimestamp<Value: ServerTimestampWrappable & Codable> {
  /// The time, or nil for the time of the write.
  public var wrappedValue: Value?

  /// Creates a property with a time, or nil for the time of the write.
  public init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }
}

extension ServerTimestamp: Sendable where Value: Sendable {}
extension ServerTimestamp: Equatable where Value: Equatable {}
extension ServerTimestamp: Hashable where Value: Hashable {}

extension ServerTimestamp: Codable {
  /// Decodes a time or null.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard !container.decodeNil() else {
      self.init(wrappedValue: nil)
      return
    }
    self.init(wrappedValue: try Value.wrap(container.decode(Timestamp.self)))
  }

  /// Encodes the time, or a server timestamp if it is nil.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let wrappedValue else { return try container.encode(FieldValue.serverTimestamp()) }
    try container.encode(Value.unwrap(wrappedValue))
  }
}

/// A type that a `ServerTimestamp` can wrap: `Date` or `Timestamp`.
public protocol ServerTimestampWrappable {
  /// Converts a timestamp to a value of this type.
  static func wrap(_ timestamp: Timestamp) throws -> Self
  /// Converts a value of this type to a timestamp.
  static func unwrap(_ value: Self) throws -> Timestamp
}

extension Date: ServerTimestampWrappable {
  /// Converts a timestamp to a date.
  public static func wrap(_ timestamp: Timestamp) throws -> Date { timestamp.dateValue() }
  /// Converts a date to a timestamp.
  public static func unwrap(_ value: Date) throws -> Timestamp { Timestamp(date: value) }
}

extension Timestamp: ServerTimestampWrappable {
  /// Returns the timestamp unchanged.
  public static func wrap(_ timestamp: Timestamp) throws -> Timestamp { timestamp }
  /// Returns the timestamp unchanged.
  public static func unwrap(_ value: Timestamp) throws -> Timestamp { value }
}
