/// What became of every file of a group, in the group's order.
public struct StorageUploadReport: Sendable {
  /// What became of one file.
  public struct Outcome: Sendable {
    /// What was to be uploaded.
    public let upload: StorageUpload
    /// The object that it becomes.
    public let reference: StorageReference
    /// The object's metadata, or why the file was not uploaded.
    public let result: Result<StorageMetadata, any Error>
  }

  /// What became of each file, in the order of the uploads.
  public let outcomes: [Outcome]

  /// Whether every file was uploaded.
  public var isComplete: Bool { unfinished.isEmpty }

  /// The number of files that were uploaded.
  public var uploadedCount: Int { outcomes.count - unfinished.count }

  /// The uploads that failed or were not begun, in their order: what to try again.
  public var unfinished: [StorageUpload] {
    outcomes.filter { outcome in
      if case .failure = outcome.result { true } else { false }
    }.map(\.upload)
  }
}

extension StorageUploadReport: CustomStringConvertible {
  /// How many files were uploaded, and why each other one was not.
  public var description: String {
    let failures = outcomes.compactMap { outcome -> String? in
      guard case .failure(let error) = outcome.result else { return nil }
      return "\(outcome.reference): \(error)"
    }
    return (["uploaded \(uploadedCount) of \(outcomes.count)"] + failures)
      .joined(separator: "\n")
  }
}
