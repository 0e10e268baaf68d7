/// The progress of a group of uploads.
public struct StorageUploadProgress: Sendable, Hashable {
  /// The number of files that are done, uploaded or not.
  public let finishedCount: Int
  /// The number of all files.
  public let totalCount: Int
  /// The fraction sent of the current file, 0 to 1.
  public let fractionOfCurrent: Double
}
