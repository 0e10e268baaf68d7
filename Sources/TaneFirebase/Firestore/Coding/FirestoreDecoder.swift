public import Foundation
import TaneCore
import TaneMapping

/// A decoder from document fields to `Decodable` types, with the rules of Firebase's decoder.
///
/// A `Date` decodes from a timestamp by default, and `Data` from bytes. An integer decodes from any
/// number with an exact integer value, and a Boolean only from `true` and `false`. A `@DocumentID`
/// is set to the document's identifier, including in nested types.
///
/// ```swift
/// var decoder = FirestoreDecoder()
/// decoder.keyDecodingStrategy = .convertFromSnakeCase
/// let post = try snapshot.data(as: Post.self, decoder: decoder)
/// ```
public struct FirestoreDecoder: Sendable {
  /// The strategies for decoding dates.
  public enum DateDecodingStrategy: Sendable {
    /// Decodes dates from Firestore timestamps.
    case timestamp
    /// Decodes dates from numbers of seconds since 1970.
    case secondsSince1970
    /// Decodes dates from numbers of milliseconds since 1970.
    case millisecondsSince1970
    /// Decodes dates with a function.
    case custom(@Sendable (any Decoder) throws -> Date)
  }

  /// The strategies for converting field names to coding keys; the keys of a dictionary are not
  /// converted.
  public enum KeyDecodingStrategy: Sendable {
    /// Uses field names unchanged.
    case useDefaultKeys
    /// Converts `room_id` to `roomId`.
    case convertFromSnakeCase
    /// Converts field names with a function that receives the coding path.
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

  /// Decodes a type from fields in the format of `DocumentSnapshot.data()`.
  ///
  /// ```swift
  /// let post = try Firestore.Decoder().decode(Post.self, from: ["text": "熱い"], in: reference)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - data: The fields, or the value of a single field.
  ///   - reference: The document to which `@DocumentID` properties are set, or nil.
  /// - Returns: The value.
  /// - Throws: A `DataMappingError` with all values that the type cannot decode, or a
  ///   `FirestoreError` for a value that documents cannot store.
  public func decode<Value: Decodable>(
    _ type: Value.Type,
    from data: Any,
    in reference: DocumentReference? = nil
  ) throws -> Value {
    let value = try FirestoreValueConverter.value(of: data, at: "the data")
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

  /// Returns the tree decoder for documents of a database.
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
