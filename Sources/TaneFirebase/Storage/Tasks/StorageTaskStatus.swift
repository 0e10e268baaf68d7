/// The status of an upload or a download, also the event that observers subscribe to.
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
