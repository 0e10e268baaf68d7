/// The status of an upload or download, which also identifies the event that an observer receives.
public enum StorageTaskStatus: Int, Sendable, Hashable {
  /// The transfer has not reported its progress yet.
  case unknown
  /// The transfer was resumed.
  case resume
  /// Bytes were transferred.
  case progress
  /// The transfer was paused.
  case pause
  /// The transfer succeeded.
  case success
  /// The transfer failed or was canceled.
  case failure
}
