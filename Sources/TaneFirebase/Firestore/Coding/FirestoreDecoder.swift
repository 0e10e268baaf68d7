public import Foundation
import TaneCore
import TaneMapping

/// Decodes values of `Decodable` types from fields of documents, by the rules of Firebase's own decoder.
///
/// A `Date` is read from a timestamp and `Data` from bytes, unless a strategy says otherwise; a whole number
/// from any number that is exactly one; only `true` and `false` are booleans. A `@DocumentID` is filled
/// from the document's name, in types inside types as well.
///
/// ```swift
/// var decoder = FirestoreDecoder()
/// decoder.keyDecodingStrategy = .convertFromSnakeCase
/// let post = try snapshot.data(as: Post.self, decoder: decoder)
/// ```
public struct FirestoreDecoder: Sendable {
  /// The strategies for decoding dates.
  public enum DateDecodingStrategy: Sendable {
    /// From Firestore's timestamps.
    case timestamp
    /// From a number of seconds since the beginning of 1970.
    case secondsSince1970
    /// From a number of milliseconds since the beginning of 1970.
    case millisecondsSince1970
    /// As a function reads it.
    case custom(@Sendable (any Decoder) throws -> Date)
  }

  /// The strategies for converting field names to coding keys; the keys of a dictionary are not converted.
  public enum KeyDecodingStrategy: Sendable {
    /// As they stand.
    case useDefaultKeys
    /// From `room_id` to `roomId`.
    case convertFromSnakeCase
    /// As a function converts the last key of a coding path.
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  /// The strategy for decoding dates.
  public var dateDecodingStrategy = DateDecodingStrategy.timestamp
  /// The strategy for converting field names to coding keys.
  public var keyDecodingStrategy = KeyDecodingStrategy.useDefaultKeys
  /// The values available in the decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates a decoder with Firebase's default strategies.
  public init() {}

  /// Decodes a value of a type from fields as `DocumentSnapshot.data()` gives them.
  ///
  /// ```swift
  /// let post = try Firestore.Decoder().decode(Post.self, from: ["text": "熱い"], in: reference)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - data: The fields, or another value.
  ///   - reference: The document that fills a `@DocumentID`.
  /// - Returns: The value.
  /// - Throws: A `DataMappingError` with everything that the type cannot read, a `FirestoreError` for a value that no
  ///   document can hold.
  public func decode<Value: Decodable>(
    _ type: Value.Type,
    from data: Any,
    in reference: DocumentReference? = nil
  ) throws -> Value {
    let value = try FirestoreValue.value(of: data, at: "the data")
    var builder = TreeBuilder()
    builder.append(value, in: nil)
    let tree = builder.finish()
    let address = Address(document: reference?.storedPath ?? DocumentPath([]))
    let decoder = treeDecoder(in: reference?.firestore ?? .firestore())
    do {
      return try decoder.decode(type, from: tree, at: address)
    } catch {
      throw DataMappingError(type, reading: tree, at: address, with: decoder, failing: error)
    }
  }

  /// The decoder of the documents of a database as trees.
  func treeDecoder(in firestore: Firestore) -> TreeDecoder {
    var decoder = TreeDecoder()
    decoder.keyDecodingStrategy =
      switch keyDecodingStrategy {
      case .useDefaultKeys: .useDefaultKeys
      case .convertFromSnakeCase: .convertFromSnakeCase
      case .custom(let convert): .custom(convert)
      }
    decoder.dateDecodingStrategy =
      switch dateDecodingStrategy {
      case .timestamp: .deferredToDate
      case .secondsSince1970: .secondsSince1970
      case .millisecondsSince1970: .millisecondsSince1970
      case .custom(let read): .custom(read)
      }
    decoder.userInfo = userInfo
    if let key = CodingUserInfoKey.firestore { decoder.userInfo[key] = firestore }
    return decoder
  }
}
