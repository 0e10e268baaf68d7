public import Foundation

/// The state of an upload or download at one point in time.
public struct StorageTaskSnapshot {
  /// The upload or download.
  public let task: StorageTask
  /// The reference to the transferred object.
  public let reference: StorageReference
  /// The status of the transfer.
  public let status: StorageTaskStatus
  /// The number of transferred bytes and the total.
  public let progress: Progress?
  /// The metadata of the stored object after a successful upload, or nil.
  public let metadata: StorageMetadata?
  /// The error of a failed transfer, or nil.
  public let error: (any Error)?
}
