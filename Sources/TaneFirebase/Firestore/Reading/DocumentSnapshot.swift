import TaneCore
import TaneMapping

/// The value to return for a timestamp that the server has not set yet; has no effect, because
/// Tane's snapshots contain no such timestamps.
public enum ServerTimestampBehavior: Sendable, Hashable {
  /// `NSNull`.
  case none
  /// A local estimate of the time.
  case estimate
  /// The value before the write.
  case previous
}

// `@unchecked Sendable` is safe, because all stored properties, including those of subclasses, are
// `Sendable` constants.
/// The state of a document, which may not exist, at the time of a read.
///
/// ```swift
/// let snapshot = try await firestore.document("posts/1").getDocument()
/// if snapshot.exists { print(try snapshot.data(as: Post.self).text) }
/// ```
public class DocumentSnapshot: @unchecked Sendable, Equatable {
  /// The reference to the document.
  public let reference: DocumentReference
  /// The document, or nil if it does not exist.
  let document: StoredDocument?

  init(reference: DocumentReference, document: StoredDocument?) {
    (self.reference, self.document) = (reference, document)
  }

  /// The document's identifier.
  public final var documentID: String { reference.documentID }

  /// A Boolean value indicating whether the document exists.
  public final var exists: Bool { document != nil }

  /// Returns the fields as `String`, `Bool`, `Int`, `Double`, `Timestamp`, `Data`, `GeoPoint`,
  /// `DocumentReference`, `[Any]`, `[String: Any]` and `NSNull`, or nil if the document does not
  /// exist.
  ///
  /// ```swift
  /// let text = snapshot.data()?["text"] as? String
  /// ```
  public func data() -> [String: Any]? {
    document?.fields.foundationValue(in: reference.firestore)
  }

  /// Returns the same as `data()`, because the store has already set all timestamps.
  public func data(with serverTimestampBehavior: ServerTimestampBehavior) -> [String: Any]? {
    data()
  }

  /// Returns the value of a field, named by a dotted path or a `FieldPath`, or nil if the document
  /// lacks it.
  ///
  /// ```swift
  /// let city = snapshot.get("place.city") as? String
  /// ```
  public final func get(_ field: some FieldName) -> Any? {
    if field as? FieldPath == .documentName { return documentID }
    let path = field as? FieldPath ?? (try? FirestoreFields.path(field.description))
    guard let path else { return nil }
    return document?.fields[path]?.foundationValue(in: reference.firestore)
  }

  /// Returns the same as `get(_:)`, because the store has already set all timestamps.
  public final func get(
    _ field: some FieldName,
    serverTimestampBehavior: ServerTimestampBehavior
  ) -> Any? { self.get(field) }

  /// The value of a field, named by a dotted path or a `FieldPath`, or nil if the document lacks
  /// it.
  public final subscript(key: some FieldName) -> Any? { self.get(key) }

  /// Decodes the fields as a type.
  ///
  /// ```swift
  /// let post = try snapshot.data(as: Post.self)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type to decode; an optional type decodes a missing document as nil.
  ///   - decoder: The decoder, with its decoding strategies.
  /// - Returns: The value.
  /// - Throws: A `DataMappingError` with all values that the type cannot decode.
  public final func data<Value: Decodable>(
    as type: Value.Type,
    decoder: FirestoreDecoder = FirestoreDecoder()
  ) throws -> Value {
    let decoder = decoder.treeDecoder(in: reference.firestore)
    // Building a tree takes one pass and two arrays, which costs less than reading the document,
    // and the decoder finds keys in a tree without creating a dictionary for every map.
    let tree = document.map { Tree(document: $0.fields) } ?? .null
    let address = Address(document: reference.storedPath)
    do {
      return try decoder.decode(type, from: tree, at: address)
    } catch {
      throw DataMappingError(type, reading: tree, at: address, with: decoder, failing: error)
    }
  }

  /// Returns true if both snapshots have the same document in the same state.
  public static func == (left: DocumentSnapshot, right: DocumentSnapshot) -> Bool {
    left.reference == right.reference && left.document == right.document
  }
}
