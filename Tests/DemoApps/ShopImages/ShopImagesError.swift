public import Foundation

/// An error about posting pictures of a shop.
public enum ShopImagesError: LocalizedError, Hashable, Sendable {
  /// A post contains too many pictures; none was sent.
  case tooManyImages(count: Int, maximum: Int)
  /// Some pictures were not uploaded; each has its error.
  case notUploaded(count: Int)

  /// The message for the user.
  public var errorDescription: String? {
    switch self {
    case .tooManyImages(let count, let maximum):
      "There are \(count) pictures; please choose \(maximum) at most."
    case .notUploaded(let count): "\(count) of the pictures could not be sent: try again."
    }
  }
}
