import Foundation
package import TaneCore
package import TaneProject

/// The ledger of an environment in a bucket object that a team shares.
///
/// It is read before a plan is made, and merged into the ledger of this machine. After a run, new
/// records are written if nobody else has written since; otherwise, the object is read and merged
/// again. Records that could not be shared because of a crash are marked in the ledger, and the
/// next command writes them, unless another machine has changed them since.
package struct SharedState: Sendable {
  /// The version of the object that was read last, which the next write replaces.
  package struct Version: Sendable {
    /// The object's generation, or 0 if the object does not exist.
    let generation: Int64
    let file: SharedStateFile
  }

  /// The maximum size of the object, in bytes.
  private static let maximumByteCount = 1 << 30
  /// The maximum number of attempts if others write concurrently.
  private static let maximumAttempts = 10

  private let object: String
  private let location: String
  private let ledger: EnvironmentLedger
  private let state: StateDatabase

  /// Creates the shared state of an environment, or returns nil if its profile has none.
  package init?(of profile: EnvironmentProfile, keptIn state: StateDatabase) {
    guard let shared = profile.sharedState, let location = profile.sharedStateLocation else {
      return nil
    }
    object = shared.object
    self.location = location
    ledger = EnvironmentLedger(of: profile, in: state)
    self.state = state
  }

  /// Reads the object and merges it into the ledger of this machine.
  ///
  /// - Throws: A `StoreError` if the object cannot be read, is damaged, or has a newer format.
  package func read(from bucket: any ObjectReader) async throws -> Version {
    try await read(from: bucket, isLater: true)
  }

  /// Reads the object; `isLater` is false if this machine has recorded a run since it last read it.
  private func read(from bucket: any ObjectReader, isLater: Bool) async throws -> Version {
    let version = try await version(in: bucket)
    try state.write { try ledger.merge(version.file, at: location, isLater: isLater, in: $0) }
    return version
  }

  /// Writes the records that the object does not have yet, replacing the version that was read.
  ///
  /// - Throws: A `StoreError` if the object cannot be written.
  package func write(to bucket: any ObjectStore, over version: Version) async throws {
    var version = version
    for _ in 1...Self.maximumAttempts {
      let shared = try state.read { try ledger.shared(over: version.file, in: $0) }
      guard let (file, note) = shared else { return }
      do {
        _ = try await bucket.put(
          file.bytes(by: RunJournal.author, at: Date()),
          at: object,
          metadata: ObjectMetadata(contentType: "application/json", cacheControl: "no-store"),
          if: .generation(version.generation)
        )
        return try state.write { try ledger.markShared(through: note, in: $0) }
      } catch let error as StoreError where error.code == .conflict {
        version = try await read(from: bucket, isLater: false)
      }
    }
    throw StoreError(
      .busy,
      service: location,
      "other runs repeatedly wrote to it first; run the command again"
    )
  }

  private func version(in bucket: any ObjectReader) async throws -> Version {
    guard let object = try await bucket.object(at: object) else {
      return Version(generation: 0, file: SharedStateFile())
    }
    let bytes = try await bucket.data(at: object.name, maximumSize: Self.maximumByteCount)
    return Version(
      generation: object.generation,
      file: try SharedStateFile(reading: bytes, at: location)
    )
  }
}
