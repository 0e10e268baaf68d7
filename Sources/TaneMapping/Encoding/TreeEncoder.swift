public import TaneCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Encodes values of `Encodable` types as trees, by the rules of Firebase's own encoder.
///
/// A `URL` is its text, `Data` base64 text and a `Date` the seconds since 2001, unless a strategy
/// says otherwise. Absent optionals are left out where the type's own encoding leaves them out.
///
/// ```swift
/// let tree = try TreeEncoder().encode(Shop(id: 0, name: "麺屋"))
/// ```
public struct TreeEncoder: Sendable {
  /// How dates are written.
  public enum DateEncodingStrategy: Sendable {
    /// As `Date` itself does: a number of seconds since the beginning of 2001.
    case deferredToDate
    /// A number of seconds since the beginning of 1970.
    case secondsSince1970
    /// A number of milliseconds since the beginning of 1970, as the server's timestamps are.
    case millisecondsSince1970
    /// ISO 8601 text with a zone and without a fraction: `2024-05-01T09:30:00Z`.
    case iso8601
    /// As a function writes it.
    case custom(@Sendable (Date, any Encoder) throws -> Void)
  }

  /// How binary data are written.
  public enum DataEncodingStrategy: Sendable {
    /// As `Data` itself does: a list of bytes.
    case deferredToData
    /// Base64 text.
    case base64
    /// As a function writes it.
    case custom(@Sendable (Data, any Encoder) throws -> Void)
  }

  /// How the coding keys of types become the keys of maps; the keys of a dictionary stay as they
  /// are.
  public enum KeyEncodingStrategy: Sendable {
    /// As they stand.
    case useDefaultKeys
    /// From `shopImageUrl` to `shop_image_url`.
    case convertToSnakeCase
    /// As a function converts the last key of a coding path.
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  /// How numbers are written that are not finite, which JSON cannot spell.
  public enum NonConformingFloatEncodingStrategy: Sendable {
    /// Not at all: they are errors.
    case `throw`
    /// As the texts that stand for them.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)

    /// The text that stands for a number that is not finite.
    func text(of number: Double) -> String? {
      guard case .convertToString(let positive, let negative, let nan) = self else { return nil }
      return number.isNaN ? nan : number > 0 ? positive : negative
    }
  }

  /// How dates are written.
  public var dateEncodingStrategy = DateEncodingStrategy.deferredToDate
  /// How binary data are written.
  public var dataEncodingStrategy = DataEncodingStrategy.base64
  /// How the coding keys of types become the keys of maps.
  public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys
  /// How numbers are written that are not finite.
  public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw
  /// What the types being encoded find in their encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates an encoder with Firebase's default strategies.
  public init() {}

  /// Encodes a value as a tree.
  ///
  /// Throws an `EncodingError` for a number that is not finite and for which no text stands, and what the
  /// value's type throws.
  public func encode(_ value: some Encodable) throws -> Tree {
    var builder = TreeBuilder()
    try encodedNode(of: value, isDocument: false).emit(into: &builder)
    return builder.finish()
  }

  /// Encodes a value as a document by Firestore's rules: `Data` are bytes, the types of Firestore's API what
  /// they are.
  ///
  /// Throws an `EncodingError` for a number that Firestore cannot hold as well.
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
