public import Foundation

/// One file in a group of uploads (`StorageReference.putAllAsync(_:onProgress:)`).
///
/// ```swift
/// let uploads = images.enumerated().map { index, jpeg in
///   StorageUpload("\(day)_\(index + 1).jpg", data: jpeg, metadata: metadata)
/// }
/// ```
public struct StorageUpload: Sendable {
  enum Content: Sendable {
    case data(Data)
    case file(URL)
  }

  /// The path of the object below the group's reference.
  public let path: String
  /// The metadata of the object, or nil for default metadata.
  public let metadata: StorageMetadata?
  let content: Content

  /// Creates an upload of bytes to a path below the group's reference.
  public init(_ path: String, data: Data, metadata: StorageMetadata? = nil) {
    self.path = path
    self.metadata = metadata
    content = .data(data)
  }

  /// Creates an upload of a file to a path below the group's reference.
  public init(_ path: String, file: URL, metadata: StorageMetadata? = nil) {
    self.path = path
    self.metadata = metadata
    content = .file(file)
  }
}
