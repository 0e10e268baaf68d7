/// How far a group of uploads has come.
public struct StorageUploadProgress: Sendable, Hashable {
  /// The number of files that are done, uploaded or not.
  public let finishedCount: Int
  /// The number of all files.
  public let totalCount: Int
  /// How much of the file that is being uploaded has been sent, 0 to 1.
  public let fractionOfCurrent: Double
}
