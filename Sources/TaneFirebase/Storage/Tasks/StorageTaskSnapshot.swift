public import Foundation

/// The state of an upload or a download at one moment.
public struct StorageTaskSnapshot {
  /// The upload or download.
  public let task: StorageTask
  /// The object.
  public let reference: StorageReference
  /// The status of the transfer.
  public let status: StorageTaskStatus
  /// The number of bytes transferred.
  public let progress: Progress?
  /// The metadata under which the bucket keeps the bytes of an upload that has succeeded.
  public let metadata: StorageMetadata?
  /// The error of a failed transfer.
  public let error: (any Error)?
}
