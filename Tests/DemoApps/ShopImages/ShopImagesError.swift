/// Why pictures of a shop were not posted.
public enum ShopImagesError: Error, Hashable, Sendable {
  /// There are more pictures than a post takes; none was sent.
  case tooManyImages(count: Int, maximum: Int)
  /// Some pictures were not uploaded; each one says why.
  case notUploaded(count: Int)
}
