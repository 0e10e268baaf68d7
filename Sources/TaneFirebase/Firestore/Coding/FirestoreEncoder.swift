public import Foundation
import TaneMapping

/// An encoder from `Encodable` types to document fields, with the rules of Firebase's encoder.
///
/// A `Date` becomes a timestamp by default, `Data` becomes bytes, and a `URL` becomes a string. A
/// nil optional is omitted, a nil `@ExplicitNull` property becomes null, a `@DocumentID` is not
/// written, and a nil `@ServerTimestamp` becomes the time of the write. Nonfinite numbers cause an
/// error.
///
/// ```swift
/// var encoder = FirestoreEncoder()
/// encoder.keyEncodingStrategy = .convertToSnakeCase
/// try posts.document("1").setData(from: newPost, encoder: encoder)
/// ```
public struct FirestoreEncoder: Sendable {
  /// The strategies for encoding dates.
  public enum DateEncodingStrategy: Sendable {
    /// Encodes dates as Firestore timestamps.
    case timestamp
    /// Encodes dates as numbers of seconds since 1970.
    case secondsSince1970
    /// Encodes dates as numbers of milliseconds since 1970.
    case millisecondsSince1970
    /// Encodes dates with a function.
    case custom(@Sendable (Date, any Encoder) throws -> Void)
  }

  /// The strategies for converting coding keys to field names; the keys of a dictionary are not
  /// converted.
  public enum KeyEncodingStrategy: Sendable {
    /// Uses coding keys unchanged.
    case useDefaultKeys
    /// Converts `roomID` to `room_id`.
    case convertToSnakeCase
    /// Converts coding keys with a function that receives the coding path.
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  /// The strategy for encoding dates.
  public var dateEncodingStrategy = DateEncodingStrategy.timestamp
  /// The strategy for converting coding keys to field names.
  public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys
  /// The values available in the encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates an encoder with Firebase's default strategies.
  public init() {}

  /// Encodes a value as the data of a document.
  ///
  /// ```swift
  /// try await posts.document("1").setData(Firestore.Encoder().encode(newPost))
  /// ```
  ///
  /// - Returns: The fields, with a `FieldValue` for each field that Firestore sets.
  /// - Throws: An `EncodingError` for a value that cannot be encoded, or a `FirestoreError` for a
  ///   value that documents cannot store.
  public func encode<Value: Encodable>(_ value: Value) throws -> [String: Any] {
    try Self.data(of: encodedMap(value), at: [])
  }

  /// Encodes a value as fields.
  func fields(of value: some Encodable) throws -> FirestoreFields {
    try FirestoreFields(encodedMap(value))
  }

  private static func data(of node: EncodedNode, at names: [String]) throws -> [String: Any] {
    var data: [String: Any] = [:]
    for (name, member) in node.members ?? [] {
      let names = names + [name]
      if let operation = member.transform {
        data[name] = FieldValue(operation: .transform(operation))
      } else if member.isMap {
        data[name] = try Self.data(of: member, at: names)
      } else {
        data[name] = try member.fieldValue(at: names).foundationValue(in: nil)
      }
    }
    return data
  }

  private func encodedMap(_ value: some Encodable) throws -> EncodedNode {
    let node = try treeEncoder.encodedDocument(value)
    guard node.isMap else {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: [],
          debugDescription: "a document must be a map, not a \(type(of: value))"
        )
      )
    }
    return node
  }

  private var treeEncoder: TreeEncoder {
    var encoder = TreeEncoder()
    encoder.keyEncodingStrategy =
      switch keyEncodingStrategy {
      case .useDefaultKeys: .useDefaultKeys
      case .convertToSnakeCase: .convertToSnakeCase
      case .custom(let convert): .custom(convert)
      }
    encoder.dateEncodingStrategy =
      switch dateEncodingStrategy {
      case .timestamp: .custom(Self.encodeTimestamp)
      case .secondsSince1970: .secondsSince1970
      case .millisecondsSince1970: .millisecondsSince1970
      case .custom(let write): .custom(write)
      }
    encoder.userInfo = userInfo
    return encoder
  }

  @Sendable
  private static func encodeTimestamp(_ date: Date, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Timestamp(date: date))
  }
}
