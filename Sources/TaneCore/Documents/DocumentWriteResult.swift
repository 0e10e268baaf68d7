/// The result of a write.
public struct DocumentWriteResult: Sendable, Equatable {
  /// The time of the document's last change, or nil if it no longer exists.
  public let updateTime: DocumentTimestamp?
  /// The results of the transforms, in their order.
  public let transformResults: [DocumentValue]

  /// Creates a result.
  public init(updateTime: DocumentTimestamp?, transformResults: [DocumentValue] = []) {
    self.updateTime = updateTime
    self.transformResults = transformResults
  }
}
