import Foundation

extension StorageReference {
  /// Uploads files below this reference one after another, and reports the outcome of each.
  ///
  /// If an upload fails, the remaining uploads continue. When the task is canceled, uploads that
  /// have not started fail with `StorageError.cancelled`.
  ///
  /// ```swift
  /// let report = await folder.putAllAsync(uploads) { progress in
  ///   print("\(progress.finishedCount) of \(progress.totalCount)")
  /// }
  /// if !report.isComplete { print(report.unfinished.map(\.path)) }
  /// ```
  ///
  /// - Parameters:
  ///   - uploads: The files, in order.
  ///   - onProgress: The closure that receives the progress of the group.
  /// - Returns: The outcomes in the order of the uploads.
  public func putAllAsync(
    _ uploads: [StorageUpload],
    onProgress: (@Sendable (StorageUploadProgress) -> Void)? = nil
  ) async -> StorageUploadReport {
    var outcomes: [StorageUploadReport.Outcome] = []
    for (index, upload) in uploads.enumerated() {
      let reference = child(upload.path)
      let result = await reference.result(of: upload) { fraction in
        onProgress?(
          StorageUploadProgress(
            finishedCount: index,
            totalCount: uploads.count,
            fractionOfCurrent: fraction
          )
        )
      }
      outcomes.append(.init(upload: upload, reference: reference, result: result))
    }
    onProgress?(
      StorageUploadProgress(
        finishedCount: uploads.count,
        totalCount: uploads.count,
        fractionOfCurrent: 0
      )
    )
    return StorageUploadReport(outcomes: outcomes)
  }

  private func result(
    of upload: StorageUpload,
    onProgress: @escaping @Sendable (Double) -> Void
  ) async -> Result<StorageMetadata, any Error> {
    guard !Task.isCancelled else { return .failure(StorageError.cancelled) }
    let report: @Sendable (Progress?) -> Void = { onProgress($0?.fractionCompleted ?? 0) }
    do {
      switch upload.content {
      case .data(let data):
        return .success(try await putDataAsync(data, metadata: upload.metadata, onProgress: report))
      case .file(let url):
        return .success(
          try await putFileAsync(from: url, metadata: upload.metadata, onProgress: report)
        )
      }
    } catch is CancellationError {
      return .failure(StorageError.cancelled)
    } catch {
      return .failure(error)
    }
  }
}
