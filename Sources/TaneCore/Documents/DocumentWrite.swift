/// One write of a commit.
///
/// See <https://cloud.google.com/firestore/docs/reference/rest/v1/Write>.
public struct DocumentWrite: Sendable, Equatable {
  package enum Operation: Sendable, Equatable {
    /// Replaces all fields, or only the masked fields if there is a mask; masked fields without a
    /// value are removed.
    case update(DocumentFields, mask: [FieldPath]?)
    /// Removes the document.
    case delete
    /// Checks the precondition only.
    case verify
  }

  package let path: DocumentPath
  package let operation: Operation
  /// The transforms that are applied after the operation, in this order.
  package let transforms: [DocumentTransform]
  /// The required state of the document.
  package let precondition: DocumentPrecondition

  package init(
    path: DocumentPath,
    operation: Operation,
    transforms: [DocumentTransform] = [],
    precondition: DocumentPrecondition = .none
  ) {
    self.path = path
    self.operation = operation
    self.transforms = transforms
    self.precondition = precondition
  }
}
