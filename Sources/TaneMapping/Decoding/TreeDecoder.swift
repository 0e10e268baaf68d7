public import TaneCore

/// Decodes values of `Decodable` types from trees, by the rules of Firebase's own decoder.
///
/// Only `true` and `false` are booleans, and they are never numbers; a floating-point number is an
/// integer only where it is exactly one; a `URL` is its text, `Data` base64 text and a `Date` the
/// seconds since 2001, unless a strategy says otherwise. Errors are `DecodingError`s whose debug
/// description says where the value stands, what was expected and what was found.
///
/// ```swift
/// let tree = Tree([["id": 0, "name": "麺屋"]])
/// let shops = try TreeDecoder().decode([Shop].self, from: tree)
/// ```
public struct TreeDecoder: Sendable {
  /// The most levels of containers inside one another that are decoded, as in Foundation's decoder.
  public static let maximumDepth = 512

  /// How dates are read.
  public var dateDecodingStrategy = DateDecodingStrategy.deferredToDate
  /// How binary data are read.
  public var dataDecodingStrategy = DataDecodingStrategy.base64
  /// How the keys of maps become the coding keys of types.
  public var keyDecodingStrategy = KeyDecodingStrategy.useDefaultKeys
  /// How numbers are read that are not finite.
  public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.throw
  /// What the types being decoded find in their decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates a decoder with Firebase's default strategies.
  public init() {}

  /// Decodes a value of a type from a tree.
  ///
  /// An address tells errors which node of an environment the tree is, where no file is known. At an
  /// address of `firestore:` the tree is a document with typed values as tags, and a `Date` is read from a
  /// timestamp and `Data` from bytes where the strategies are the usual ones.
  public func decode<Value: Decodable>(
    _ type: Value.Type,
    from tree: Tree,
    at address: Address? = nil
  ) throws -> Value {
    let session = DecodingSession(options: self, address: address)
    return try TreeFrame(root: tree, session: session).value(of: type)
  }
}
