import Foundation
public import TaneCore
public import TaneProject

/// What Tane wrote last to an environment, in an object of a bucket that all who seed it share.
///
/// It is read before a plan is made, and merged into the ledger of this machine; after a run what is new is written on
/// the condition that nobody else has written since, else it is read and merged again. What a crash kept from being
/// written stays noted in the ledger, and the next command writes it.
public struct SharedState: Sendable {
  /// The state of the object that was read last, over which the next one is written.
  public struct Version: Sendable {
    /// The object's generation; 0 where there is none.
    let generation: Int64
    let file: SharedStateFile
  }

  /// The most bytes that are read.
  private static let mostBytes = 1 << 30
  /// How often others may be faster.
  private static let mostAttempts = 10

  private let object: String
  private let location: String
  private let ledger: EnvironmentLedger
  private let state: StateDatabase

  /// The shared state of an environment; nil where its profile names none.
  public init?(of profile: EnvironmentProfile, keptIn state: StateDatabase) {
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
  /// - Throws: A `StoreError` where it cannot be read, is damaged, or is of a newer format.
  public func read(from bucket: any ObjectReader) async throws -> Version {
    let version = try await version(in: bucket)
    try state.write { try ledger.merge(version.file, at: location, in: $0) }
    return version
  }

  /// Writes what the object does not have yet, over the version that was read.
  ///
  /// - Throws: A `StoreError` where it cannot be written.
  public func write(to bucket: any ObjectStore, over version: Version) async throws {
    var version = version
    for _ in 1...Self.mostAttempts {
      let shared = try state.read { try ledger.shared(over: version.file, in: $0) }
      guard let (file, note) = shared else { return }
      do {
        _ = try await bucket.put(
          file.bytes(by: RunJournal.author, at: Date()),
          at: object,
          metadata: ObjectMetadata(contentType: "application/json", cacheControl: "no-store"),
          if: .generation(version.generation)
        )
        return try state.write { try ledger.noteShared(through: note, in: $0) }
      } catch let error as StoreError where error.code == .conflict {
        version = try await read(from: bucket)
      }
    }
    throw StoreError(
      .busy,
      service: location,
      "others write it all the time; run the command again"
    )
  }

  private func version(in bucket: any ObjectReader) async throws -> Version {
    guard let object = try await bucket.object(at: object) else {
      return Version(generation: 0, file: SharedStateFile())
    }
    let bytes = try await bucket.data(at: object.name, maximumSize: Self.mostBytes)
    return Version(
      generation: object.generation,
      file: try SharedStateFile(reading: bytes, at: location)
    )
  }
}
