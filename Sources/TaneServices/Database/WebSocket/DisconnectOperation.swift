import TaneCore

/// An update that the service performs when the connection ends.
struct DisconnectOperation: Sendable {
  /// A callback that receives the service's acknowledgement once.
  typealias Completion = @Sendable (Result<Void, any Error>) -> Void

  /// The unique number of the operation, greater than the numbers of all earlier ones.
  let number: Int
  /// The writes that have not been canceled.
  private(set) var writes: [TreeWrite]
  /// The callback for the service's acknowledgement, or nil once it has been called.
  var note: Completion?

  /// Cancels the writes at and below a path.
  mutating func cancel(at path: TreePath) {
    writes.removeAll { path.contains($0.path) }
  }
}
