public import Foundation

/// A picture of a shop, and what has become of it.
public struct ShopImageUpload: Identifiable, Sendable {
  /// What has become of a picture.
  public enum State: Sendable {
    /// It was not sent yet.
    case waiting
    /// The part of it that was sent, 0 to 1.
    case uploading(Double)
    /// The bucket has it.
    case uploaded
    /// Why the bucket does not have it.
    case failed(any Error)
  }

  /// The object that it becomes, chosen once: a retry after midnight goes to the same place.
  public let path: String
  /// The bytes, a JPEG.
  public let image: Data
  /// What has become of it.
  public var state: State

  /// Creates an upload.
  public init(path: String, image: Data, state: State = .waiting) {
    self.path = path
    self.image = image
    self.state = state
  }

  /// The object's path: no two pictures become one object.
  public var id: String { path }

  /// Whether it is being sent.
  public var isUploading: Bool {
    if case .uploading = state { true } else { false }
  }

  /// Whether the bucket has it.
  public var isUploaded: Bool {
    if case .uploaded = state { true } else { false }
  }
}
