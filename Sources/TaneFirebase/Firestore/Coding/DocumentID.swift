/// A property that holds the identifier of the document that its value was read from.
///
/// It is filled when the value is decoded, in types inside types as well, and never written.
///
/// ```swift
/// struct Post: Codable {
///   @DocumentID var id: String?
///   var text: String
/// }
/// ```
@propertyWrapper
public struct DocumentID<Value: DocumentIDWrappable> {
  /// The identifier; nil for a value that was not read from a document.
  public var wrappedValue: Value?

  /// Creates a property that is to be filled.
  public init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }
}

extension DocumentID: Sendable where Value: Sendable {}
extension DocumentID: Equatable where Value: Equatable {}
extension DocumentID: Hashable where Value: Hashable {}

extension DocumentID: Codable {
  /// Throws: only Firestore's own decoder knows the document.
  public init(from decoder: any Decoder) throws {
    let message = "a @DocumentID is only decoded by FirestoreDecoder, as a property of a type"
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: message)
    )
  }

  /// Throws: the identifier is never written, and only Firestore's own encoder leaves it out.
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
  /// The identifier of a document as a value of the type.
  static func wrap(_ documentReference: DocumentReference) throws -> Self
}

extension String: DocumentIDWrappable {
  /// The document's identifier.
  public static func wrap(_ documentReference: DocumentReference) throws -> String {
    documentReference.documentID
  }
}

extension DocumentReference: DocumentIDWrappable {
  /// The document itself.
  public static func wrap(_ documentReference: DocumentReference) throws -> DocumentReference {
    documentReference
  }
}
