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
  enum Operation: Sendable {
    case transform(DocumentTransform.Operation)
    case delete
    /// An invalid operation, with the error to throw when it is written.
    case invalid(FirestoreError)
  }

  let operation: Operation

  /// Returns an operation that sets the field to the time of the write, in whole milliseconds.
  public static func serverTimestamp() -> FieldValue {
    FieldValue(operation: .transform(.serverTime))
  }

  /// Returns an operation that removes the field; only for updates and merges.
  public static func delete() -> FieldValue { FieldValue(operation: .delete) }

  /// Returns an operation that adds an integer to the field's number; a field without a number is
  /// set to the integer.
  public static func increment(_ number: Int64) -> FieldValue {
    FieldValue(operation: .transform(.increment(.integer(number))))
  }

  /// Returns an operation that adds a number to the field's number; a field without a number is set
  /// to the given number.
  public static func increment(_ number: Double) -> FieldValue {
    FieldValue(operation: .transform(.increment(.double(number))))
  }

  /// Returns an operation that appends the elements that the field's array does not contain yet.
  public static func arrayUnion(_ elements: [Any]) -> FieldValue {
    FieldValue(elements) { .appendMissing($0) }
  }

  /// Returns an operation that removes the given elements from the field's array.
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
        values.append(try FirestoreValueConverter.value(of: element, at: "an element"))
      }
      self.operation = .transform(operation(values))
    } catch {
      self.operation = .invalid(error)
    }
  }
}

extension FieldValue: Codable {
  /// Always throws an error, because documents contain only the results of operations.
  public init(from decoder: any Decoder) throws {
    let message =
      "a FieldValue cannot be decoded, because documents do not contain field operations"
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: message)
    )
  }

  /// Always throws an error, because only `FirestoreEncoder` supports operations.
  public func encode(to encoder: any Encoder) throws {
    let message = "a FieldValue is only encoded by FirestoreEncoder"
    throw EncodingError.invalidValue(
      self,
      .init(codingPath: encoder.codingPath, debugDescription: message)
    )
  }
}
