public import DemoModels

/// What is to be shown of records that are not saved yet.
public enum PendingStudyRecord: Hashable, Sendable {
  /// Nothing: all records are saved.
  case none
  /// A record to save or to discard, and why it could not be saved where that was tried.
  case offered(StudyRecord, reason: String?)
  /// A record that is being saved or discarded.
  case busy(StudyRecord)
  /// What was kept cannot be read.
  case unreadable(reason: String)
}
