public import DemoModels
public import TaneFirebase

/// Saves what a user has studied, and loses none of it.
public protocol StudyRecordsUseCase: Sendable {
  /// The record that was kept longest without being saved; nil where all are saved.
  func pending() async throws -> StudyRecord?

  /// Saves a record; until that has succeeded, it is kept on this device.
  func save(_ record: StudyRecord) async throws

  /// Gives up a record that could not be saved.
  func discard(_ record: StudyRecord) async throws
}

/// Saves records as documents of a Firestore collection.
public struct DefaultStudyRecordsUseCase: StudyRecordsUseCase {
  private let userID: String
  private let records: CollectionReference
  private let local: any PendingStudyRecords

  /// Creates the use case.
  ///
  /// - Parameters:
  ///   - userID: The user.
  ///   - records: The collection of the records of all users.
  ///   - local: Where records are kept until they are saved.
  public init(
    userID: String,
    records: CollectionReference,
    local: any PendingStudyRecords
  ) {
    self.userID = userID
    self.records = records
    self.local = local
  }

  /// The record that was kept longest; see the protocol.
  public func pending() async throws -> StudyRecord? {
    try await local.records(of: userID).first
  }

  /// Saves a record; see the protocol.
  public func save(_ record: StudyRecord) async throws {
    try await local.keep(record)
    try await records.document(record.id).setData(Firestore.Encoder().encode(record))
    try await local.remove(record)
  }

  /// Gives up a record; see the protocol.
  public func discard(_ record: StudyRecord) async throws {
    try await local.remove(record)
  }
}
