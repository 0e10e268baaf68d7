public import DemoModels

/// A store on this device for records that are not saved yet, separately for each user.
public protocol PendingStudyRecords: Sendable {
  /// Returns the unsaved records of a user, oldest first.
  ///
  /// - Throws: A `DamagedStudyRecords` error if the stored records are unreadable.
  func records(of userID: String) async throws -> [StudyRecord]

  /// Stores a record until it is removed; storing it again does not duplicate it.
  func keep(_ record: StudyRecord) async throws

  /// Removes a record.
  func remove(_ record: StudyRecord) async throws
}
