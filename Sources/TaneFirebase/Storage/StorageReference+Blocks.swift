public import Foundation

// Calls of code that does not wait for them; the blocks are called on the main queue.

extension StorageReference {
  /// Calls a block with the address from which anybody may load the object, or the error.
  ///
  /// ```swift
  /// image.downloadURL { url, error in print(url?.absoluteString ?? "") }
  /// ```
  public func downloadURL(completion: @escaping (URL?, (any Error)?) -> Void) {
    call({ try await downloadURL() }, completion)
  }

  /// Calls a block with what the bucket knows of the object, or the error.
  public func getMetadata(completion: @escaping (StorageMetadata?, (any Error)?) -> Void) {
    call({ try await getMetadata() }, completion)
  }

  /// Changes what the bucket says of the object, and calls a block with what it says now, or the error.
  public func updateMetadata(
    _ metadata: StorageMetadata,
    completion: ((StorageMetadata?, (any Error)?) -> Void)?
  ) {
    call({ try await updateMetadata(metadata) }, completion)
  }

  /// Removes the object, and calls a block with the error, if there is one.
  public func delete(completion: (((any Error)?) -> Void)?) {
    call({ try await delete() }, completion.map { completion in { _, error in completion(error) } })
  }

  /// Calls a block with all that lies directly below, or the error.
  public func listAll(completion: @escaping (StorageListResult?, (any Error)?) -> Void) {
    call({ try await listAll() }, completion)
  }

  /// Calls a block with the first page of what lies directly below, or the error.
  public func list(
    maxResults: Int64,
    completion: @escaping (StorageListResult?, (any Error)?) -> Void
  ) {
    call({ try await list(maxResults: maxResults) }, completion)
  }

  /// Calls a block with the page of what lies directly below that follows the one with a token, or the error.
  public func list(
    maxResults: Int64,
    pageToken: String,
    completion: @escaping (StorageListResult?, (any Error)?) -> Void
  ) {
    call({ try await list(maxResults: maxResults, pageToken: pageToken) }, completion)
  }

  /// Objects are transferred side by side, so their calls wait for one another no more than transfers do.
  private func call<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value,
    _ completion: ((Value?, (any Error)?) -> Void)?
  ) {
    let completion = completion.map { completion in
      CallQueue.Completion<Value> { completion($0.success, $0.failure) }
    }
    CallQueue().change(operation, then: completion)
  }
}
