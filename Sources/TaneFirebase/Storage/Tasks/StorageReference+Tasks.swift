public import Foundation

// Methods that run transfers as `StorageTask` objects, with completion blocks.

extension StorageReference {
  /// Uploads bytes, and calls a block on the main queue with the object's metadata or the error.
  ///
  /// ```swift
  /// image.putData(jpeg, metadata: metadata) { stored, error in
  ///   print(stored?.size ?? 0, error?.localizedDescription ?? "")
  /// }
  /// ```
  ///
  /// - Returns: The task of the upload.
  @discardableResult
  public func putData(
    _ uploadData: Data,
    metadata: StorageMetadata? = nil,
    completion: ((StorageMetadata?, (any Error)?) -> Void)? = nil
  ) -> StorageUploadTask {
    begin(completion, \.metadata) { onProgress in
      .stored(try await putDataAsync(uploadData, metadata: metadata, onProgress: onProgress))
    }
  }

  /// Uploads a file, and calls a block on the main queue with the object's metadata or the error.
  ///
  /// - Returns: The task of the upload.
  @discardableResult
  public func putFile(
    from fileURL: URL,
    metadata: StorageMetadata? = nil,
    completion: ((StorageMetadata?, (any Error)?) -> Void)? = nil
  ) -> StorageUploadTask {
    begin(completion, \.metadata) { onProgress in
      .stored(try await putFileAsync(from: fileURL, metadata: metadata, onProgress: onProgress))
    }
  }

  /// Downloads the object if it has at most `maxSize` bytes, and calls a block on the main queue
  /// with the bytes or the error.
  ///
  /// ```swift
  /// image.getData(maxSize: 5 << 20) { jpeg, error in print(jpeg?.count ?? 0) }
  /// ```
  ///
  /// - Returns: The task of the download.
  @discardableResult
  public func getData(
    maxSize: Int64,
    completion: @escaping (Data?, (any Error)?) -> Void
  ) -> StorageDownloadTask {
    begin(completion, \.data) { onProgress in
      .read(try await data(maxSize: maxSize, onProgress: onProgress))
    }
  }

  /// Downloads the object to a file, and calls a block on the main queue with the file or the
  /// error.
  ///
  /// - Returns: The task of the download.
  @discardableResult
  public func write(
    toFile fileURL: URL,
    completion: ((URL?, (any Error)?) -> Void)? = nil
  ) -> StorageDownloadTask {
    begin(completion, \.file) { onProgress in
      .written(try await writeAsync(toFile: fileURL, onProgress: onProgress))
    }
  }

  private func begin<Value>(
    _ completion: ((Value?, (any Error)?) -> Void)?,
    _ value: KeyPath<StorageTask.Outcome, Value?>,
    _ transfer: @escaping StorageTask.Transfer
  ) -> StorageTask {
    let task = StorageTask(of: self, transfer)
    if let completion {
      task.observeCompletion { completion($0.success?[keyPath: value], $0.failure) }
    }
    task.enqueue()
    return task
  }
}

extension StorageTask.Outcome {
  fileprivate var metadata: StorageMetadata? {
    if case .stored(let metadata) = self { metadata } else { nil }
  }

  fileprivate var data: Data? {
    if case .read(let data) = self { data } else { nil }
  }

  fileprivate var file: URL? {
    if case .written(let url) = self { url } else { nil }
  }
}
