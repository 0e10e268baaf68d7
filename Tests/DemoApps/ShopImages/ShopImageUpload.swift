public import Foundation

/// A picture of a shop with the state of its upload.
public struct ShopImageUpload: Identifiable, Sendable {
  /// The state of an upload.
  public enum State: Sendable {
    /// The upload has not started.
    case waiting
    /// The fraction that was sent, 0 to 1.
    case uploading(Double)
    /// The picture is in the bucket.
    case uploaded
    /// The error of a failed upload.
    case failed(any Error)
  }

  /// The path of the object, chosen once, so that a retry after midnight uses the same path.
  public let path: String
  /// The JPEG data.
  public let image: Data
  /// The state of the upload.
  public var state: State

  /// Creates an upload.
  public init(path: String, image: Data, state: State = .waiting) {
    self.path = path
    self.image = image
    self.state = state
  }

  /// The object's path, which is unique.
  public var id: String { path }

  /// A Boolean value indicating whether the picture is being sent.
  public var isUploading: Bool {
    if case .uploading = state { true } else { false }
  }

  /// A Boolean value indicating whether the picture is in the bucket.
  public var isUploaded: Bool {
    if case .uploaded = state { true } else { false }
  }
}
