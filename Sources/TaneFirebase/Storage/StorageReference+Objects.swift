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

  /// Changes what the bucket says of the object, and keeps its bytes.
  ///
  /// Of metadata that were read only what was changed since is written, nil removes it; of new metadata
  /// only what is set. Custom metadata are changed key by key.
  ///
  /// ```swift
  /// let metadata = try await image.getMetadata()
  /// metadata.cacheControl = "public, max-age=3600"
  /// metadata.customMetadata?["uploaded_user"] = nil
  /// _ = try await image.updateMetadata(metadata)
  /// ```
  ///
  /// - Parameter metadata: What is to be said of the object.
  /// - Returns: What the bucket knows of the object now.
  /// - Throws: A `StorageError`: `objectNotFound` where there is no object, `retryLimitExceeded` where
  ///   others kept changing it.
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

  /// The address from which anybody may load the object.
  ///
  /// The objects of a bucket that is not served, such as an embedded one, are loaded from this machine only:
  /// theirs is the `file:` URL of a copy (`ObjectCopy`), which stays when the object changes.
  ///
  /// ```swift
  /// let url = try await image.downloadURL()
  /// ```
  public func downloadURL() async throws -> URL {
    let name = try objectName()
    return try await performing { service in
      guard let text = try await address(of: name, in: service) else {
        return try await ObjectCopy(of: name, in: service.reader, self).url()
      }
      guard let url = URL(string: text) else {
        throw StorageError.internalError(
          message: "\(self): the bucket gave an address that is not a valid URL"
        )
      }
      return url
    }
  }

  /// The address of an object; nil where the bucket is not served.
  ///
  /// The service writes a token into the metadata of an object that has none, so only those that have one
  /// have an address where nothing may be written.
  private func address(
    of name: String,
    in service: OpenedService<any ObjectReader, any ObjectStore>
  ) async throws -> String? {
    switch service.store {
    case .success(let store): return try await store.downloadURL(of: name)
    case .failure(let refusal):
      guard service.reader.isServed else { return nil }
      guard let url = try await service.reader.existingDownloadURL(of: name) else { throw refusal }
      return url
    }
  }

  /// Removes the object.
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
  /// The longest name of an object in bytes of UTF-8
  /// (<https://cloud.google.com/storage/docs/objects#naming>).
  private static let maximumNameBytes = 1024

  /// The most attempts to change metadata that others change at the same time.
  private static let maximumAttempts = 5

  /// The name of the object, if the reference can be one.
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

  /// Does something with the bucket, and tells its failures as the SDK does.
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
