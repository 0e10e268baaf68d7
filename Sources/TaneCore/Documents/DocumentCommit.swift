/// The results of a commit.
public struct DocumentCommit: Sendable, Equatable {
  /// The result of each write, in the order of the writes.
  package let results: [DocumentWriteResult]
  /// The time of the commit, later than the times of all earlier commits.
  package let time: DocumentTimestamp

  package init(results: [DocumentWriteResult], time: DocumentTimestamp) {
    self.results = results
    self.time = time
  }
}
