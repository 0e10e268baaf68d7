/// The outcomes of a group of uploads, in the group's order.
public struct StorageUploadReport: Sendable {
  /// The outcome of one upload.
  public struct Outcome: Sendable {
    /// The requested upload.
    public let upload: StorageUpload
    /// The reference to the object, whether or not it was uploaded.
    public let reference: StorageReference
    /// The object's metadata, or the error of the upload.
    public let result: Result<StorageMetadata, any Error>
  }

  /// The outcomes in the order of the uploads.
  public let outcomes: [Outcome]

  /// A Boolean value indicating whether every file was uploaded.
  public var isComplete: Bool { unfinished.isEmpty }

  /// The number of files that were uploaded.
  public var uploadedCount: Int { outcomes.count - unfinished.count }

  /// The uploads that failed or were not started, in order; they can be retried.
  public var unfinished: [StorageUpload] {
    outcomes.filter { outcome in
      if case .failure = outcome.result { true } else { false }
    }.map(\.upload)
  }
}

extension StorageUploadReport: CustomStringConvertible {
  /// The number of uploaded files, followed by the error of each other file on its own line.
  public var description: String {
    let failures = outcomes.compactMap { outcome -> String? in
      guard case .failure(let error) = outcome.result else { return nil }
      return "\(outcome.reference): \(error)"
    }
    return (["uploaded \(uploadedCount) of \(outcomes.count)"] + failures)
      .joined(separator: "\n")
  }
}
