/// What a write came to.
public struct DocumentWriteResult: Sendable, Equatable {
  /// When the document changed last; nil for one that is not there any more.
  public let updateTime: DocumentTimestamp?
  /// What each transform gave, in their order.
  public let transformResults: [DocumentValue]

  /// Creates a result.
  public init(updateTime: DocumentTimestamp?, transformResults: [DocumentValue] = []) {
    self.updateTime = updateTime
    self.transformResults = transformResults
  }
}
