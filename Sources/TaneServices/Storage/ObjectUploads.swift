public import TaneCore

/// One object of several that are uploaded together.
public struct ObjectUpload: Sendable {
  /// The object's name.
  public let name: String
  /// Its bytes.
  public let data: [UInt8]
  /// What is said of it.
  public let metadata: ObjectMetadata
  /// What must be true of the object that is there.
  public let precondition: ObjectPrecondition

  /// Creates an upload.
  public init(
    name: String,
    data: [UInt8],
    metadata: ObjectMetadata = ObjectMetadata(),
    if precondition: ObjectPrecondition = .none
  ) {
    self.name = name
    self.data = data
    self.metadata = metadata
    self.precondition = precondition
  }
}

/// What several uploads came to, in the order in which they were given.
public struct ObjectUploadReport: Sendable {
  /// What one upload came to.
  public struct Outcome: Sendable {
    /// The object's name.
    public let name: String
    /// The object, or why there is none.
    public let result: Result<StoredObject, any Error>
  }

  /// One outcome for each upload.
  public let outcomes: [Outcome]

  /// The objects that were stored.
  public var stored: [StoredObject] { outcomes.compactMap { try? $0.result.get() } }

  /// The uploads that failed.
  public var failures: [Outcome] {
    outcomes.filter { outcome in
      if case .failure = outcome.result { true } else { false }
    }
  }

  /// Whether every one of them worked.
  public var isComplete: Bool { failures.isEmpty }
}

extension ObjectUploadReport: CustomStringConvertible {
  /// How many worked, and each that did not with its reason.
  public var description: String {
    let head = "\(stored.count.grouped) of \(counted(outcomes.count, "object")) uploaded"
    let lines = failures.map { outcome -> String in
      guard case .failure(let error) = outcome.result else { return "" }
      return
        "\(outcome.name.escapingControls): \(error is CancellationError ? "cancelled" : "\(error)")"
    }
    return ([head] + lines).joined(separator: "\n")
  }
}

extension ObjectStore {
  /// Uploads several objects, a few at a time, and says of each what became of it.
  ///
  /// One that fails does not stop the others; a cancelled task stops those that have not begun.
  ///
  /// - Parameters:
  ///   - uploads: The objects.
  ///   - parallelism: The most uploads at one time.
  /// - Returns: One outcome for each upload, in their order.
  public func put(
    _ uploads: [ObjectUpload],
    parallelism: Int = 4
  ) async -> ObjectUploadReport {
    let results = await withTaskGroup(of: (Int, Result<StoredObject, any Error>).self) { group in
      var results: [Int: Result<StoredObject, any Error>] = [:]
      for (index, upload) in uploads.enumerated() {
        if index >= max(1, parallelism), let (done, result) = await group.next() {
          results[done] = result
        }
        group.addTask { (index, await result(of: upload)) }
      }
      for await (done, result) in group { results[done] = result }
      return results
    }
    return ObjectUploadReport(
      outcomes: uploads.enumerated().map { index, upload in
        .init(name: upload.name, result: results[index] ?? .failure(CancellationError()))
      }
    )
  }

  private func result(of upload: ObjectUpload) async -> Result<StoredObject, any Error> {
    do {
      try Task.checkCancellation()
      return .success(
        try await put(
          upload.data,
          at: upload.name,
          metadata: upload.metadata,
          if: upload.precondition
        )
      )
    } catch {
      return .failure(error)
    }
  }
}
