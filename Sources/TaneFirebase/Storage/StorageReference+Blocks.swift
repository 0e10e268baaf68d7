public import Foundation

// Methods with completion blocks, which are called on the main queue.

extension StorageReference {
  /// Calls a block with the object's download URL or the error.
  ///
  /// ```swift
  /// image.downloadURL { url, error in print(url?.absoluteString ?? "") }
  /// ```
  public func downloadURL(completion: @escaping (URL?, (any Error)?) -> Void) {
    call({ try await downloadURL() }, completion)
  }

  /// Calls a block with the object's metadata or the error.
  public func getMetadata(completion: @escaping (StorageMetadata?, (any Error)?) -> Void) {
    call({ try await getMetadata() }, completion)
  }

  /// Updates the object's metadata, and calls a block with the result or the error.
  public func updateMetadata(
    _ metadata: StorageMetadata,
    completion: ((StorageMetadata?, (any Error)?) -> Void)?
  ) {
    call({ try await updateMetadata(metadata) }, completion)
  }

  /// Deletes the object, and calls a block with nil or the error.
  public func delete(completion: (((any Error)?) -> Void)?) {
    call({ try await delete() }, completion.map { completion in { _, error in completion(error) } })
  }

  /// Calls a block with all objects and folders directly below this reference, or the error.
  public func listAll(completion: @escaping (StorageListResult?, (any Error)?) -> Void) {
    call({ try await listAll() }, completion)
  }

  /// Calls a block with the first page of objects and folders directly below this reference, or the
  /// error.
  public func list(
    maxResults: Int64,
    completion: @escaping (StorageListResult?, (any Error)?) -> Void
  ) {
    call({ try await list(maxResults: maxResults) }, completion)
  }

  /// Calls a block with the page of objects and folders that a page token identifies, or the error.
  public func list(
    maxResults: Int64,
    pageToken: String,
    completion: @escaping (StorageListResult?, (any Error)?) -> Void
  ) {
    call({ try await list(maxResults: maxResults, pageToken: pageToken) }, completion)
  }

  /// Starts an operation, which runs concurrently with other operations and transfers, and calls a
  /// block with the result.
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
