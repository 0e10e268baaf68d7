public import Foundation

/// A property that Firestore fills with the time of the write where it is nil.
///
/// A document that is read must have the field; a null there is nil.
///
/// ```swift
/// struct Post: Codable {
///   @ServerTimestamp var createdAt: Date?
/// }
/// ```
@propertyWrapper
public struct ServerTimestamp<Value: ServerTimestampWrappable & Codable> {
  /// The time; nil for that of the write.
  public var wrappedValue: Value?

  /// Creates a property with a time, or with nil to be filled.
  public init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }
}

extension ServerTimestamp: Sendable where Value: Sendable {}
extension ServerTimestamp: Equatable where Value: Equatable {}
extension ServerTimestamp: Hashable where Value: Hashable {}

extension ServerTimestamp: Codable {
  /// Reads a time, or null.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard !container.decodeNil() else {
      self.init(wrappedValue: nil)
      return
    }
    self.init(wrappedValue: try Value.wrap(container.decode(Timestamp.self)))
  }

  /// Writes the time; nil as the time of the write.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let wrappedValue else { return try container.encode(FieldValue.serverTimestamp()) }
    try container.encode(Value.unwrap(wrappedValue))
  }
}

/// A type that a `ServerTimestamp` can wrap: `Date` or `Timestamp`.
public protocol ServerTimestampWrappable {
  /// A time as a value of the type.
  static func wrap(_ timestamp: Timestamp) throws -> Self
  /// The time of a value.
  static func unwrap(_ value: Self) throws -> Timestamp
}

extension Date: ServerTimestampWrappable {
  /// The date of a time.
  public static func wrap(_ timestamp: Timestamp) throws -> Date { timestamp.dateValue() }
  /// The time of a date.
  public static func unwrap(_ value: Date) throws -> Timestamp { Timestamp(date: value) }
}

extension Timestamp: ServerTimestampWrappable {
  /// The time itself.
  public static func wrap(_ timestamp: Timestamp) throws -> Timestamp { timestamp }
  /// The time itself.
  public static func unwrap(_ value: Timestamp) throws -> Timestamp { value }
}
