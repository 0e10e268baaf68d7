/// The progress of a group of uploads.
public struct StorageUploadProgress: Sendable, Hashable {
  /// The number of uploads that succeeded or failed.
  public let finishedCount: Int
  /// The total number of files.
  public let totalCount: Int
  /// The fraction of the current file that was sent, from 0 to 1.
  public let fractionOfCurrent: Double
}
