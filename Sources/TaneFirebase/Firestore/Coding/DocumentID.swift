/// A property wrapper for the identifier of the document from which a value was decoded.
///
/// Decoding a document sets the property, including in nested types; encoding omits it.
///
/// ```swift
/// struct Post: Codable {
///   @DocumentID var id: String?
///   var text: String
/// }
/// ```
@propertyWrapper
public struct DocumentID<Value: DocumentIDWrappable> {
  /// The identifier; nil for a value that was not decoded from a document.
  public var wrappedValue: Value?

  /// Creates a property; decoding a document replaces its value.
  public init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }
}

extension DocumentID: Sendable where Value: Sendable {}
extension DocumentID: Equatable where Value: Equatable {}
extension DocumentID: Hashable where Value: Hashable {}

extension DocumentID: Codable {
  /// Always throws an error, because only `FirestoreDecoder` has access to the document.
  public init(from decoder: any Decoder) throws {
    let message = "a @DocumentID is only decoded by FirestoreDecoder, as a property of a type"
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: message)
    )
  }

  /// Always throws an error, because only `FirestoreEncoder` can omit the identifier.
  public func encode(to encoder: any Encoder) throws {
    let message = "a @DocumentID is only encoded by FirestoreEncoder, as a property of a type"
    throw EncodingError.invalidValue(
      self,
      .init(codingPath: encoder.codingPath, debugDescription: message)
    )
  }
}

/// A type that a `DocumentID` can wrap: `String` or `DocumentReference`.
public protocol DocumentIDWrappable {
  /// Converts a document's reference to a value of this type.
  static func wrap(_ documentReference: DocumentReference) throws -> Self
}

extension String: DocumentIDWrappable {
  /// Returns the document's identifier.
  public static func wrap(_ documentReference: DocumentReference) throws -> String {
    documentReference.documentID
  }
}

extension DocumentReference: DocumentIDWrappable {
  /// Returns the document's reference.
  public static func wrap(_ documentReference: DocumentReference) throws -> DocumentReference {
    documentReference
  }
}
