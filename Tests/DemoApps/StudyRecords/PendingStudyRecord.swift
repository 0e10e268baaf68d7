public import DemoModels

/// The state of unsaved records for display.
public enum PendingStudyRecord: Hashable, Sendable {
  /// All records are saved.
  case none
  /// A record to save or discard, with the error of a failed attempt.
  case offered(StudyRecord, reason: String?)
  /// A record that is being saved or discarded.
  case busy(StudyRecord)
  /// The stored records are unreadable.
  case unreadable(reason: String)
}
