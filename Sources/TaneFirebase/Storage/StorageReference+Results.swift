public import Foundation

// Method variants whose completion blocks receive a `Result`, as in the Firebase SDK.

extension StorageReference {
  /// Uploads bytes, and calls a block on the main queue with the object's metadata or the error.
  ///
  /// ```swift
  /// image.putData(jpeg) { result in
  ///   switch result {
  ///   case .success(let stored): print(stored.size)
  ///   case .failure(let error): print(error.localizedDescription)
  ///   }
  /// }
  /// ```
  @discardableResult
  public func putData(
    _ uploadData: Data,
    metadata: StorageMetadata? = nil,
    completion: @escaping (Result<StorageMetadata, any Error>) -> Void
  ) -> StorageUploadTask {
    putData(uploadData, metadata: metadata, completion: Self.pair(completion))
  }

  /// Uploads a file, and calls a block on the main queue with the object's metadata or the error.
  @discardableResult
  public func putFile(
    from fileURL: URL,
    metadata: StorageMetadata? = nil,
    completion: @escaping (Result<StorageMetadata, any Error>) -> Void
  ) -> StorageUploadTask {
    putFile(from: fileURL, metadata: metadata, completion: Self.pair(completion))
  }

  /// Downloads the object if it has at most `maxSize` bytes, and calls a block on the main queue
  /// with the bytes or the error.
  @discardableResult
  public func getData(
    maxSize: Int64,
    completion: @escaping (Result<Data, any Error>) -> Void
  ) -> StorageDownloadTask {
    getData(maxSize: maxSize, completion: Self.pair(completion))
  }

  /// Downloads the object to a file, and calls a block on the main queue with the file or the
  /// error.
  @discardableResult
  public func write(
    toFile fileURL: URL,
    completion: @escaping (Result<URL, any Error>) -> Void
  ) -> StorageDownloadTask {
    write(toFile: fileURL, completion: Self.pair(completion))
  }

  /// Calls a block on the main queue with the object's download URL or the error.
  public func downloadURL(completion: @escaping (Result<URL, any Error>) -> Void) {
    downloadURL(completion: Self.pair(completion))
  }

  /// Calls a block on the main queue with the object's metadata or the error.
  public func getMetadata(completion: @escaping (Result<StorageMetadata, any Error>) -> Void) {
    getMetadata(completion: Self.pair(completion))
  }

  /// Updates the object's metadata, and calls a block on the main queue with the result or the
  /// error.
  public func updateMetadata(
    _ metadata: StorageMetadata,
    completion: @escaping (Result<StorageMetadata, any Error>) -> Void
  ) {
    updateMetadata(metadata, completion: Self.pair(completion))
  }

  /// Calls a block on the main queue with all objects and folders directly below this reference, or
  /// the error.
  public func listAll(completion: @escaping (Result<StorageListResult, any Error>) -> Void) {
    listAll(completion: Self.pair(completion))
  }

  /// Converts a block that receives a `Result` to a block that receives a value and an error.
  private static func pair<Value>(
    _ completion: @escaping (Result<Value, any Error>) -> Void
  ) -> (Value?, (any Error)?) -> Void {
    { value, error in
      if let value {
        completion(.success(value))
      } else if let error {
        completion(.failure(error))
      }
    }
  }
}
