public import Foundation

/// The state of an upload or download at one moment.
public struct StorageTaskSnapshot {
  /// The upload or download.
  public let task: StorageTask
  /// The reference to the object that is transferred.
  public let reference: StorageReference
  /// The status of the transfer.
  public let status: StorageTaskStatus
  /// The number of bytes transferred.
  public let progress: Progress?
  /// The metadata of the stored object after a successful upload.
  public let metadata: StorageMetadata?
  /// The error of a failed transfer.
  public let error: (any Error)?
}
