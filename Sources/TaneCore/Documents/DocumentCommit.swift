/// What the writes of a commit came to.
public struct DocumentCommit: Sendable, Equatable {
  /// The result of each write, in their order.
  public let results: [DocumentWriteResult]
  /// The time of the commit, later than that of every commit before it.
  public let time: DocumentTimestamp

  /// Creates the results of a commit.
  public init(results: [DocumentWriteResult], time: DocumentTimestamp) {
    self.results = results
    self.time = time
  }
}
