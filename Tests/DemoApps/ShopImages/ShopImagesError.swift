public import Foundation

/// Why pictures of a shop were not posted.
public enum ShopImagesError: LocalizedError, Hashable, Sendable {
  /// There are more pictures than a post takes; none was sent.
  case tooManyImages(count: Int, maximum: Int)
  /// Some pictures were not uploaded; each one says why.
  case notUploaded(count: Int)

  /// What the user reads.
  public var errorDescription: String? {
    switch self {
    case .tooManyImages(let count, let maximum):
      "There are \(count) pictures; please choose \(maximum) at most."
    case .notUploaded(let count): "\(count) of the pictures could not be sent: try again."
    }
  }
}
