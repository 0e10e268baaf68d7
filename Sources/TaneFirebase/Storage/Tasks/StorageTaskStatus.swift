/// How far an upload or a download has come, and what observers of it ask to hear of.
public enum StorageTaskStatus: Int, Sendable, Hashable {
  /// Nothing is known yet.
  case unknown
  /// It goes on after a pause.
  case resume
  /// Bytes were transferred.
  case progress
  /// It is paused.
  case pause
  /// It has succeeded.
  case success
  /// It has failed, or was cancelled.
  case failure
}
