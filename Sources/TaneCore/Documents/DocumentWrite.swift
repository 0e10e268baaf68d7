/// One write of a commit.
///
/// See <https://cloud.google.com/firestore/docs/reference/rest/v1/Write>.
public struct DocumentWrite: Sendable, Equatable {
  /// What is done with the document.
  public enum Operation: Sendable, Equatable {
    /// Its fields are replaced; those of a mask only, where there is one: masked fields that are not
    /// given are removed.
    case update(DocumentFields, mask: [FieldPath]?)
    /// It is removed.
    case delete
    /// Nothing: only its precondition is looked at.
    case verify
  }

  /// Where the document stands.
  public let path: DocumentPath
  /// What is done.
  public let operation: Operation
  /// What is made of fields afterwards, in this order.
  public let transforms: [DocumentTransform]
  /// What must be true of the document.
  public let precondition: DocumentPrecondition

  /// Creates a write.
  public init(
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
