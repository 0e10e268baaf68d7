public import DemoModels

/// Keeps the records on this device that are not saved yet, each user's for themselves.
public protocol PendingStudyRecords: Sendable {
  /// The records of a user that are not saved yet, the oldest first.
  ///
  /// - Throws: A `DamagedStudyRecords` where what was kept cannot be read.
  func records(of userID: String) async throws -> [StudyRecord]

  /// Keeps a record until it is removed; kept again, it stays one.
  func keep(_ record: StudyRecord) async throws

  /// Keeps a record no longer.
  func remove(_ record: StudyRecord) async throws
}
