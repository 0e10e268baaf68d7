import TaneCore
import TaneMapping

/// The values of server timestamps that are not acknowledged yet; snapshots hold none of those here.
public enum ServerTimestampBehavior: Sendable, Hashable {
  /// Null.
  case none
  /// The time of this machine.
  case estimate
  /// The value before.
  case previous
}

// Sendable by its constants, which are; the compiler takes that of final classes alone.
/// The content of a document at the time of a read, or its absence.
///
/// ```swift
/// let snapshot = try await firestore.document("posts/1").getDocument()
/// if snapshot.exists { print(try snapshot.data(as: Post.self).text) }
/// ```
public class DocumentSnapshot: @unchecked Sendable, Equatable {
  /// The reference of the document.
  public let reference: DocumentReference
  /// The document; nil where there was none.
  let document: StoredDocument?

  init(reference: DocumentReference, document: StoredDocument?) {
    (self.reference, self.document) = (reference, document)
  }

  /// The document's identifier.
  public final var documentID: String { reference.documentID }

  /// A Boolean value indicating whether the document exists.
  public final var exists: Bool { document != nil }

  /// The fields as `String`, `Bool`, `Int`, `Double`, `Timestamp`, `Data`, `GeoPoint`,
  /// `DocumentReference`, `[Any]`, `[String: Any]` and `NSNull`; nil where there was no document.
  ///
  /// ```swift
  /// let text = snapshot.data()?["text"] as? String
  /// ```
  public func data() -> [String: Any]? {
    document?.fields.foundationValue(in: reference.firestore)
  }

  /// The fields, as `data()` gives them: the store has filled in the times of its own.
  public func data(with serverTimestampBehavior: ServerTimestampBehavior) -> [String: Any]? {
    data()
  }

  /// The value of a field, named by a dotted path or a `FieldPath`, or nil if the document lacks it.
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

  /// The value of a field, as `get(_:)` gives it: the store has filled in the times of its own.
  public final func get(
    _ field: some FieldName,
    serverTimestampBehavior: ServerTimestampBehavior
  ) -> Any? { self.get(field) }

  /// The value of a field, named by a dotted path or a `FieldPath`, or nil if the document lacks it.
  public final subscript(key: some FieldName) -> Any? { self.get(key) }

  /// Decodes the fields as a value of a type.
  ///
  /// ```swift
  /// let post = try snapshot.data(as: Post.self)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type; an optional one is nil where there was no document.
  ///   - decoder: The decoder, with its strategies.
  /// - Returns: The value.
  /// - Throws: A `DataMappingError` with everything that the type cannot read.
  public final func data<Value: Decodable>(
    as type: Value.Type,
    decoder: FirestoreDecoder = FirestoreDecoder()
  ) throws -> Value {
    let decoder = decoder.treeDecoder(in: reference.firestore)
    // One pass over the fields, two arrays for all of them: less than reading the document has taken, and the
    // decoder finds keys in a tree without making a dictionary of every map.
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
