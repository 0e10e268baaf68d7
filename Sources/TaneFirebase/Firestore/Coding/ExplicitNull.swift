/// A property wrapper for an optional that is encoded as null, not omitted, if it is nil.
///
/// A decoded document must contain the field; null decodes as nil.
///
/// ```swift
/// struct Post: Codable {
///   @ExplicitNull var replyTo: String?
/// }
/// ```
@propertyWrapper
public struct ExplicitNull<Value> {
  /// The value, or nil for null.
  public var wrappedValue: Value?

  /// Creates a property with a value, or with nil for null.
  public init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }
}

extension ExplicitNull: Sendable where Value: Sendable {}
extension ExplicitNull: Equatable where Value: Equatable {}
extension ExplicitNull: Hashable where Value: Hashable {}

extension ExplicitNull: Decodable where Value: Decodable {
  /// Decodes a value or null.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(Value.self))
  }
}

extension ExplicitNull: Encodable where Value: Encodable {
  /// Encodes the value or null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let wrappedValue else { return try container.encodeNil() }
    try container.encode(wrappedValue)
  }
}
