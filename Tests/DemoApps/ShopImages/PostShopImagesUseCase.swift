public import Foundation
public import TaneFirebase

/// Posts a user's pictures of a shop.
public protocol PostShopImagesUseCase: Sendable {
  /// Uploads up to five pictures one after another.
  ///
  /// A picture that fails keeps none of the others from being sent.
  ///
  /// - Returns: All pictures after every step; the last element says what became of each. Whoever stops
  ///   reading, stops uploading.
  /// - Throws: `ShopImagesError.tooManyImages`, before anything is sent.
  func uploadShopImages(shopID: Int, images: [Data]) throws -> AsyncStream<[ShopImageUpload]>

  /// Uploads those pictures again that the bucket does not have yet.
  ///
  /// - Returns: As `uploadShopImages(shopID:images:)`.
  func retry(_ uploads: [ShopImageUpload]) -> AsyncStream<[ShopImageUpload]>
}

/// Posts pictures to `user_shop_images/<shop>/<user>/<day>/<day>_<number>.jpg` of a bucket.
public struct DefaultPostShopImagesUseCase: PostShopImagesUseCase {
  /// The most pictures that one post takes.
  public static let maximumImages = 5

  private let reference: StorageReference
  private let userID: String
  private let calendar: Calendar
  private let now: @Sendable () -> Date

  /// Creates the use case.
  ///
  /// - Parameters:
  ///   - reference: The root of the bucket.
  ///   - userID: Who posts.
  ///   - calendar: The user's calendar, in whose time zone a day begins.
  ///   - now: The time.
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

  /// Uploads what is missing; see the protocol.
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

  /// `20260401`: the user's day, in Gregorian years and ASCII digits wherever the user lives.
  private var dayFormat: Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(dateSeparator: .omitted, timeZone: calendar.timeZone)
      .year().month().day()
  }
}
