/// An optional property that is written as null where it is nil, not left out.
///
/// A document that is read must have the field; a null there is nil.
///
/// ```swift
/// struct Post: Codable {
///   @ExplicitNull var replyTo: String?
/// }
/// ```
@propertyWrapper
public struct ExplicitNull<Value> {
  /// The value; nil for null.
  public var wrappedValue: Value?

  /// Creates a property.
  public init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }
}

extension ExplicitNull: Sendable where Value: Sendable {}
extension ExplicitNull: Equatable where Value: Equatable {}
extension ExplicitNull: Hashable where Value: Hashable {}

extension ExplicitNull: Decodable where Value: Decodable {
  /// Reads a value, or null.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(Value.self))
  }
}

extension ExplicitNull: Encodable where Value: Encodable {
  /// Writes the value, or null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let wrappedValue else { return try container.encodeNil() }
    try container.encode(wrappedValue)
  }
}
