public import TaneCore

/// A decoder of `Decodable` types from trees, with the rules of Firebase's own decoder.
///
/// Only `true` and `false` are Booleans, and they are never numbers. A floating-point number
/// decodes as an integer only if it has an exact integer value. Unless a strategy is set, a `Date`
/// is decoded from seconds since 2001 and `Data` from Base64 text; a `URL` is decoded from text.
/// The debug description of a `DecodingError` contains the value's position, the expected type and
/// the actual value.
///
/// ```swift
/// let tree = Tree([["id": 0, "name": "麺屋"]])
/// let shops = try TreeDecoder().decode([Shop].self, from: tree)
/// ```
public struct TreeDecoder: Sendable {
  /// The maximum depth of nested containers, the same as in Foundation's decoder.
  package static let maximumDepth = 512

  /// The strategy for dates.
  public var dateDecodingStrategy = DateDecodingStrategy.deferredToDate
  /// The strategy for binary data.
  public var dataDecodingStrategy = DataDecodingStrategy.base64
  /// The strategy for keys of maps.
  public var keyDecodingStrategy = KeyDecodingStrategy.useDefaultKeys
  /// The strategy for non-finite numbers.
  public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.throw
  /// The `userInfo` of the decoder.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates a decoder with Firebase's default strategies.
  public init() {}

  /// Decodes a value of a type from a tree.
  ///
  /// Errors contain the address if the position in a file is unknown. At a `firestore:` address,
  /// the tree is a document, with tags for typed values; by default, a `Date` is then decoded from
  /// a timestamp and `Data` from bytes.
  public func decode<Value: Decodable>(
    _ type: Value.Type,
    from tree: Tree,
    at address: Address? = nil
  ) throws -> Value {
    let session = DecodingSession(options: self, address: address)
    return try TreeFrame(root: tree, session: session).value(of: type)
  }
}
