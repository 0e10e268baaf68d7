public import Foundation
import TaneCore

extension StorageReference {
  /// Stores bytes as the object, in the place of what it held.
  ///
  /// Returns the metadata under which the bucket keeps them.
  public func putDataAsync(
    _ uploadData: Data,
    metadata: StorageMetadata? = nil
  ) async throws -> StorageMetadata {
    let name = try objectName()
    let metadata = (metadata ?? StorageMetadata()).objectMetadata
    return try await performing { store in
      let object = try await store.put(
        Array(uploadData),
        at: name,
        metadata: metadata,
        if: .none
      )
      return StorageMetadata(object, bucket: bucket)
    }
  }

  /// The object's bytes, if they are not more than a number of bytes.
  public func data(maxSize: Int64) async throws -> Data {
    let name = try objectName()
    return try await performing { store in
      do {
        return Data(try await store.data(at: name, maximumSize: Int(clamping: maxSize)))
      } catch let error as StoreError where error.code == .tooLarge {
        let total = try await store.object(at: name)?.size ?? 0
        throw StorageError.downloadSizeExceeded(total: Int64(total), maxSize: maxSize)
      }
    }
  }

  /// What the bucket knows of the object.
  public func getMetadata() async throws -> StorageMetadata {
    let name = try objectName()
    return try await performing { store in
      guard let object = try await store.object(at: name) else {
        throw StorageError.objectNotFound(object: name, serverError: [:])
      }
      return StorageMetadata(object, bucket: bucket)
    }
  }

  /// Removes the object.
  public func delete() async throws {
    let name = try objectName()
    try await performing { try await $0.delete(at: name, if: .none) }
  }
}

extension StorageReference {
  /// The longest name of an object in bytes of UTF-8
  /// (<https://cloud.google.com/storage/docs/objects#naming>).
  private static let maximumNameBytes = 1024

  /// The name of the object, if the reference can be one.
  private func objectName() throws -> String {
    _ = try store.get()
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

  /// Does something with the store, and tells its failures as the SDK does.
  func performing<Value: Sendable>(
    _ operation: (any ObjectStore) async throws -> Value
  ) async throws -> Value {
    let store = try store.get()
    do {
      return try await operation(store)
    } catch let error as StoreError {
      throw storageError(for: error)
    }
  }

  private func storageError(for error: StoreError) -> StorageError {
    let details = ["message": error.description]
    return switch error.code {
    case .notFound: .objectNotFound(object: fullPath, serverError: details)
    case .invalidData: .invalidArgument(message: error.description)
    default: .unknown(message: error.description, serverError: details)
    }
  }
}
