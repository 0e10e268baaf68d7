public import Foundation

// The twins of the calls with blocks whose blocks take a `Result`, as Firebase's SDK has them.

extension StorageReference {
  /// Stores bytes as the object, and calls a block on the main queue with the metadata or the error.
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

  /// Stores the bytes of a file as the object, and calls a block on the main queue with the metadata or the
  /// error.
  @discardableResult
  public func putFile(
    from fileURL: URL,
    metadata: StorageMetadata? = nil,
    completion: @escaping (Result<StorageMetadata, any Error>) -> Void
  ) -> StorageUploadTask {
    putFile(from: fileURL, metadata: metadata, completion: Self.pair(completion))
  }

  /// Reads the object's bytes, if they are not more than a number of bytes, and calls a block on the main
  /// queue with them or the error.
  @discardableResult
  public func getData(
    maxSize: Int64,
    completion: @escaping (Result<Data, any Error>) -> Void
  ) -> StorageDownloadTask {
    getData(maxSize: maxSize, completion: Self.pair(completion))
  }

  /// Writes the object's bytes to a file, and calls a block on the main queue with the file or the error.
  @discardableResult
  public func write(
    toFile fileURL: URL,
    completion: @escaping (Result<URL, any Error>) -> Void
  ) -> StorageDownloadTask {
    write(toFile: fileURL, completion: Self.pair(completion))
  }

  /// Calls a block on the main queue with the address from which anybody may load the object, or the error.
  public func downloadURL(completion: @escaping (Result<URL, any Error>) -> Void) {
    downloadURL(completion: Self.pair(completion))
  }

  /// Calls a block on the main queue with what the bucket knows of the object, or the error.
  public func getMetadata(completion: @escaping (Result<StorageMetadata, any Error>) -> Void) {
    getMetadata(completion: Self.pair(completion))
  }

  /// Changes what the bucket says of the object, and calls a block on the main queue with what it says now,
  /// or the error.
  public func updateMetadata(
    _ metadata: StorageMetadata,
    completion: @escaping (Result<StorageMetadata, any Error>) -> Void
  ) {
    updateMetadata(metadata, completion: Self.pair(completion))
  }

  /// Calls a block on the main queue with all that lies directly below, or the error.
  public func listAll(completion: @escaping (Result<StorageListResult, any Error>) -> Void) {
    listAll(completion: Self.pair(completion))
  }

  /// The block of a pair that calls one of a result.
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
