public import Foundation
public import TaneFirebase

/// A use case for posting a user's pictures of a shop.
public protocol PostShopImagesUseCase: Sendable {
  /// Uploads up to five pictures one after another.
  ///
  /// A failed picture does not prevent the others from being sent.
  ///
  /// - Returns: All pictures after every step; the last element contains the outcome of each.
  ///   Uploading stops when the consumer stops.
  /// - Throws: `ShopImagesError.tooManyImages` before anything is sent.
  func uploadShopImages(shopID: Int, images: [Data]) throws -> AsyncStream<[ShopImageUpload]>

  /// Retries the uploads of pictures that are not yet in the bucket.
  ///
  /// - Returns: The same as `uploadShopImages(shopID:images:)`.
  func retry(_ uploads: [ShopImageUpload]) -> AsyncStream<[ShopImageUpload]>
}

/// A use case that uploads pictures to `user_shop_images/<shop>/<user>/<day>/<day>_<number>.jpg` in
/// a bucket.
public struct DefaultPostShopImagesUseCase: PostShopImagesUseCase {
  /// The maximum number of pictures in one post.
  public static let maximumImages = 5

  private let reference: StorageReference
  private let userID: String
  private let calendar: Calendar
  private let now: @Sendable () -> Date

  /// Creates the use case.
  ///
  /// - Parameters:
  ///   - reference: The root of the bucket.
  ///   - userID: The user who posts.
  ///   - calendar: The user's calendar, whose time zone determines the day.
  ///   - now: The clock.
  public init(
    reference: StorageReference,
    userID: String,
    calendar: Calendar,
    now: @escaping @Sendable () -> Date
  ) {
    self.reference = reference
    self.userID = userID
    self.calendar = calendar
    self.now = now
  }

  /// Uploads up to five pictures; see the protocol.
  public func uploadShopImages(
    shopID: Int,
    images: [Data]
  ) throws -> AsyncStream<[ShopImageUpload]> {
    guard images.count <= Self.maximumImages else {
      throw ShopImagesError.tooManyImages(count: images.count, maximum: Self.maximumImages)
    }
    let day = now().formatted(dayFormat)
    let folder = "user_shop_images/\(shopID)/\(userID)/\(day)"
    return retry(
      images.enumerated().map { index, image in
        ShopImageUpload(path: "\(folder)/\(day)_\(index + 1).jpg", image: image)
      }
    )
  }

  /// Uploads missing pictures; see the protocol.
  public func retry(_ uploads: [ShopImageUpload]) -> AsyncStream<[ShopImageUpload]> {
    AsyncStream { continuation in
      let task = Task {
        var uploads = uploads
        for index in uploads.indices where !uploads[index].isUploaded {
          uploads[index].state = .waiting
        }
        continuation.yield(uploads)
        for index in uploads.indices where !uploads[index].isUploaded && !Task.isCancelled {
          uploads[index].state = await put(uploads[index]) { [uploads] fraction in
            var uploads = uploads
            uploads[index].state = .uploading(fraction)
            continuation.yield(uploads)
          }
          continuation.yield(uploads)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func put(
    _ upload: ShopImageUpload,
    onProgress: @escaping @Sendable (Double) -> Void
  ) async -> ShopImageUpload.State {
    let metadata = StorageMetadata()
    metadata.contentType = "image/jpeg"
    do {
      _ = try await reference.child(upload.path).putDataAsync(upload.image, metadata: metadata) {
        onProgress($0?.fractionCompleted ?? 0)
      }
      return .uploaded
    } catch {
      return Task.isCancelled ? .waiting : .failed(error)
    }
  }

  /// The format of the user's day, `20260401`: a Gregorian date in ASCII digits, regardless of the
  /// region.
  private var dayFormat: Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(dateSeparator: .omitted, timeZone: calendar.timeZone)
      .year().month().day()
  }
}
