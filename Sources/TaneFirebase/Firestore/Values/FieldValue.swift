import TaneCore

/// A field operation that Firestore performs on a write.
///
/// ```swift
/// try await post.updateData([
///   "likes": FieldValue.increment(Int64(1)), "editedAt": FieldValue.serverTimestamp(),
///   "tags": FieldValue.arrayUnion(["aufguss"]), "draft": FieldValue.delete(),
/// ])
/// ```
public struct FieldValue: Sendable {
  /// The kinds of operation.
  enum Operation: Sendable {
    case transform(DocumentTransform.Operation)
    case delete
    /// A value that cannot be written, with the error.
    case invalid(FirestoreError)
  }

  let operation: Operation

  /// The time of the write, in whole milliseconds.
  public static func serverTimestamp() -> FieldValue {
    FieldValue(operation: .transform(.serverTime))
  }

  /// Removes the field; only for updates and merges.
  public static func delete() -> FieldValue { FieldValue(operation: .delete) }

  /// The field's number and a whole number together; the number alone where the field is none.
  public static func increment(_ number: Int64) -> FieldValue {
    FieldValue(operation: .transform(.increment(.integer(number))))
  }

  /// The field's number and a number together; the number alone where the field is none.
  public static func increment(_ number: Double) -> FieldValue {
    FieldValue(operation: .transform(.increment(.double(number))))
  }

  /// The field's array with those of the elements that it lacks at its end.
  public static func arrayUnion(_ elements: [Any]) -> FieldValue {
    FieldValue(elements) { .appendMissing($0) }
  }

  /// The field's array without the elements.
  public static func arrayRemove(_ elements: [Any]) -> FieldValue {
    FieldValue(elements) { .removeAll($0) }
  }

  init(operation: Operation) {
    self.operation = operation
  }

  private init(
    _ elements: [Any],
    _ operation: ([DocumentValue]) -> DocumentTransform.Operation
  ) {
    do throws(FirestoreError) {
      var values: [DocumentValue] = []
      for element in elements {
        values.append(try FirestoreValue.value(of: element, at: "an element"))
      }
      self.operation = .transform(operation(values))
    } catch {
      self.operation = .invalid(error)
    }
  }
}

extension FieldValue: Codable {
  /// Throws: a document holds what was made of the field, never the operation.
  public init(from decoder: any Decoder) throws {
    let message = "a FieldValue is only written: no document holds one"
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: message)
    )
  }

  /// Throws: only Firestore's own encoder writes operations.
  public func encode(to encoder: any Encoder) throws {
    let message = "a FieldValue is only encoded by FirestoreEncoder"
    throw EncodingError.invalidValue(
      self,
      .init(codingPath: encoder.codingPath, debugDescription: message)
    )
  }
}
