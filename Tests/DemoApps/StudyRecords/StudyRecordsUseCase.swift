public import DemoModels
public import TaneFirebase

/// A use case that saves a user's study records without losing any.
public protocol StudyRecordsUseCase: Sendable {
  /// Returns the oldest unsaved record, or nil if all are saved.
  func pending() async throws -> StudyRecord?

  /// Saves a record; it is stored on this device until that has succeeded.
  func save(_ record: StudyRecord) async throws

  /// Discards a record that could not be saved.
  func discard(_ record: StudyRecord) async throws
}

/// A use case that saves records as documents of a Firestore collection.
public struct DefaultStudyRecordsUseCase: StudyRecordsUseCase {
  private let userID: String
  private let records: CollectionReference
  private let local: any PendingStudyRecords

  /// Creates the use case.
  ///
  /// - Parameters:
  ///   - userID: The user.
  ///   - records: The collection of the records of all users.
  ///   - local: The store for records until they are saved.
  public init(
    userID: String,
    records: CollectionReference,
    local: any PendingStudyRecords
  ) {
    self.userID = userID
    self.records = records
    self.local = local
  }

  /// Returns the oldest unsaved record; see the protocol.
  public func pending() async throws -> StudyRecord? {
    try await local.records(of: userID).first
  }

  /// Saves a record; see the protocol.
  public func save(_ record: StudyRecord) async throws {
    try await local.keep(record)
    try await records.document(record.id).setData(Firestore.Encoder().encode(record))
    try await local.remove(record)
  }

  /// Discards a record; see the protocol.
  public func discard(_ record: StudyRecord) async throws {
    try await local.remove(record)
  }
}
