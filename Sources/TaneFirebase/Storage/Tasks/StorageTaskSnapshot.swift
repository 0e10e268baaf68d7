public import Foundation

/// How far an upload or a download had come at a moment.
public struct StorageTaskSnapshot {
  /// The upload or download.
  public let task: StorageTask
  /// The object.
  public let reference: StorageReference
  /// How far it had come.
  public let status: StorageTaskStatus
  /// How many bytes had been transferred.
  public let progress: Progress?
  /// The metadata under which the bucket keeps the bytes of an upload that has succeeded.
  public let metadata: StorageMetadata?
  /// Why it has failed.
  public let error: (any Error)?
}
