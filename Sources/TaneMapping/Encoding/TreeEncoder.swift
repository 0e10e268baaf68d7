public import TaneCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An encoder of `Encodable` types to trees, with the rules of Firebase's own encoder.
///
/// A `URL` is encoded as text. Unless a strategy is set, a `Date` is encoded as seconds since 2001
/// and `Data` as Base64 text. Nil properties are omitted if the type's own encoding omits them.
///
/// ```swift
/// let tree = try TreeEncoder().encode(Shop(id: 0, name: "麺屋"))
/// ```
public struct TreeEncoder: Sendable {
  /// A strategy for encoding dates.
  public enum DateEncodingStrategy: Sendable {
    /// A number of seconds since the beginning of 2001, as `Date` itself encodes it.
    case deferredToDate
    /// A number of seconds since the beginning of 1970.
    case secondsSince1970
    /// A number of milliseconds since the beginning of 1970, as in server timestamps.
    case millisecondsSince1970
    /// ISO 8601 text with a time zone and without a fraction: `2024-05-01T09:30:00Z`.
    case iso8601
    /// A custom function that encodes the date.
    case custom(@Sendable (Date, any Encoder) throws -> Void)
  }

  /// A strategy for encoding binary data.
  public enum DataEncodingStrategy: Sendable {
    /// A list of bytes, as `Data` itself encodes it.
    case deferredToData
    /// Base64 text.
    case base64
    /// A custom function that encodes the data.
    case custom(@Sendable (Data, any Encoder) throws -> Void)
  }

  /// A strategy for converting coding keys to the keys of maps; the keys of dictionaries are not
  /// converted.
  public enum KeyEncodingStrategy: Sendable {
    /// Keys are not converted.
    case useDefaultKeys
    /// Keys are converted from `shopImageUrl` to `shop_image_url`.
    case convertToSnakeCase
    /// A custom function that receives the coding path and converts its last key.
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  /// A strategy for encoding non-finite numbers, which JSON cannot represent.
  public enum NonConformingFloatEncodingStrategy: Sendable {
    /// Throws an error.
    case `throw`
    /// Strings that represent the non-finite numbers.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)

    /// Returns the string that represents a non-finite number, or nil if it has none.
    func text(of number: Double) -> String? {
      guard case .convertToString(let positive, let negative, let nan) = self else { return nil }
      return number.isNaN ? nan : number > 0 ? positive : negative
    }
  }

  /// The strategy for dates.
  public var dateEncodingStrategy = DateEncodingStrategy.deferredToDate
  /// The strategy for binary data.
  public var dataEncodingStrategy = DataEncodingStrategy.base64
  /// The strategy for keys of maps.
  public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys
  /// The strategy for non-finite numbers.
  public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw
  /// The `userInfo` of the encoder.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates an encoder with Firebase's default strategies.
  public init() {}

  /// Encodes a value as a tree.
  ///
  /// Throws an `EncodingError` for a non-finite number that has no string representation, and any
  /// error from the type's own encoding.
  public func encode(_ value: some Encodable) throws -> Tree {
    var builder = TreeBuilder()
    try encodedNode(of: value, isDocument: false).emit(into: &builder)
    return builder.finish()
  }

  /// Encodes a value as a document with Firestore's rules: `Data` becomes bytes, and Firestore API
  /// types become typed values.
  ///
  /// Also throws an `EncodingError` for a number that Firestore cannot represent.
  package func encodedDocument(_ value: some Encodable) throws -> EncodedNode {
    try encodedNode(of: value, isDocument: true)
  }

  private func encodedNode(of value: some Encodable, isDocument: Bool) throws -> EncodedNode {
    let node = EncodedNode()
    let frame = EncodingFrame(node: node, options: self, codingPath: [], isDocument: isDocument)
    try frame.write(value)
    return node
  }
}
