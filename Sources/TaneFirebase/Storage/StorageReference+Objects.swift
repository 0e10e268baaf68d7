public import Foundation
import TaneCore

extension StorageReference {
  /// Fetches the object's metadata.
  ///
  /// ```swift
  /// let size = try await image.getMetadata().size
  /// ```
  public func getMetadata() async throws -> StorageMetadata {
    let name = try objectName()
    return try await performing { service in
      guard let object = try await service.reader.object(at: name) else {
        throw StorageError.objectNotFound(object: name, serverError: [:])
      }
      return StorageMetadata(object, bucket: bucket)
    }
  }

  /// Updates the object's metadata without changing its bytes.
  ///
  /// If the metadata was read from the bucket, writes only the properties that have changed since
  /// then, and nil removes a property. If the metadata is new, writes only the properties that were
  /// set. Custom metadata is updated key by key.
  ///
  /// ```swift
  /// let metadata = try await image.getMetadata()
  /// metadata.cacheControl = "public, max-age=3600"
  /// metadata.customMetadata?["uploaded_user"] = nil
  /// _ = try await image.updateMetadata(metadata)
  /// ```
  ///
  /// - Parameter metadata: The changed or new metadata.
  /// - Returns: The updated metadata.
  /// - Throws: A `StorageError`: `objectNotFound` if the object does not exist, or
  ///   `retryLimitExceeded` if other clients kept changing its metadata.
  public func updateMetadata(_ metadata: StorageMetadata) async throws -> StorageMetadata {
    let name = try objectName()
    return try await performing { service in
      for _ in 0..<Self.maximumAttempts {
        guard let object = try await service.reader.object(at: name) else {
          throw StorageError.objectNotFound(object: name, serverError: [:])
        }
        let unchanged = ObjectPrecondition(
          generation: object.generation,
          metageneration: object.metageneration
        )
        do {
          let changed = metadata.changing(object.metadata)
          let store = try service.store.get()
          let updated = try await store.updateMetadata(changed, at: name, if: unchanged)
          return StorageMetadata(updated, bucket: bucket)
        } catch let error as StoreError where error.code == .conflict {
          continue
        }
      }
      throw StorageError.retryLimitExceeded
    }
  }

  /// Returns a URL from which anyone can download the object.
  ///
  /// For an object in a bucket without a server, such as an embedded bucket, this is the `file:`
  /// URL of a local copy, which does not change when the object does.
  ///
  /// ```swift
  /// let url = try await image.downloadURL()
  /// ```
  public func downloadURL() async throws -> URL {
    let name = try objectName()
    return try await performing { service in
      guard let text = try await address(of: name, in: service) else {
        return try await ObjectCopy(name: name, reader: service.reader, reference: self).url()
      }
      guard let url = URL(string: text) else {
        throw StorageError.internalError(
          message: "\(self): the bucket returned an address that is not a valid URL"
        )
      }
      return url
    }
  }

  /// Returns the download URL of an object, or nil if the bucket has no server.
  ///
  /// The service adds a download token to an object that has none. Without write access, an object
  /// has a URL only if it already has a token.
  private func address(
    of name: String,
    in service: OpenedService<any ObjectReader, any ObjectStore>
  ) async throws -> String? {
    switch service.store {
    case .success(let store): return try await store.downloadURL(of: name)
    case .failure(let storeError):
      guard service.reader.isServed else { return nil }
      guard let url = try await service.reader.existingDownloadURL(of: name) else {
        throw storeError
      }
      return url
    }
  }

  /// Deletes the object.
  ///
  /// ```swift
  /// try await image.delete()
  /// ```
  public func delete() async throws {
    let name = try objectName()
    try await performing { try await $0.store.get().delete(at: name, if: .none) }
  }
}

extension StorageReference {
  /// The maximum length of an object's name, in UTF-8 bytes
  /// (<https://cloud.google.com/storage/docs/objects#naming>).
  private static let maximumNameBytes = 1024

  /// The maximum number of attempts to update metadata that other clients change concurrently.
  private static let maximumAttempts = 5

  /// Returns the object's name, or throws an error if the reference cannot refer to an object.
  func objectName() throws -> String {
    _ = try service.get()
    let name = fullPath
    guard !components.isEmpty else {
      let message = "\(self) is the whole bucket; name an object with child(_:)"
      throw StorageError.invalidArgument(message: message)
    }
    guard name.utf8.count <= Self.maximumNameBytes else {
      let message =
        "the name \"\(name.prefix(40))…\" is \(name.utf8.count) bytes long; an object's name has at"
        + " most \(Self.maximumNameBytes)"
      throw StorageError.invalidArgument(message: message)
    }
    return name
  }

  /// Performs an operation on the bucket, and converts its errors to `StorageError`.
  func performing<Value: Sendable>(
    _ operation: (OpenedService<any ObjectReader, any ObjectStore>) async throws -> Value
  ) async throws -> Value {
    let service = try service.get()
    do {
      return try await operation(service)
    } catch let error as StoreError {
      throw storageError(for: error)
    } catch is CancellationError {
      throw StorageError.cancelled
    }
  }

  private func storageError(for error: StoreError) -> StorageError {
    let details = ["message": error.description]
    return switch error.code {
    case .notFound: .objectNotFound(object: fullPath, serverError: details)
    case .invalidData: .invalidArgument(message: error.description)
    case .cancelled: .cancelled
    case .notAuthorized:
      .unauthorized(bucket: bucket, object: fullPath, serverError: details)
    default: .unknown(message: error.description, serverError: details)
    }
  }
}
