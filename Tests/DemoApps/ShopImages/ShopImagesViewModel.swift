public import Foundation

/// A view model of the pictures that a user posts of a shop.
@MainActor
public final class ShopImagesViewModel {
  /// The pictures with the states of their uploads.
  @Broadcast public private(set) var uploads: [ShopImageUpload] = []
  /// The state of the post, which succeeds when all pictures are in the bucket.
  @Broadcast public private(set) var post = RequestState<Void>.none
  private let postImages: any PostShopImagesUseCase

  /// Creates the view model.
  public init(postImages: any PostShopImagesUseCase) {
    self.postImages = postImages
  }

  /// Posts pictures, unless others are being posted.
  public func post(_ images: [Data], of shopID: Int) async {
    await follow { [postImages] in
      try postImages.uploadShopImages(shopID: shopID, images: images)
    }
  }

  /// Retries the pictures that were not uploaded.
  public func retry() async {
    await follow { [postImages, uploads] in postImages.retry(uploads) }
  }

  private func follow(
    _ start: @Sendable () throws -> AsyncStream<[ShopImageUpload]>
  ) async {
    await _post.request { [_uploads] in
      for await uploads in try start() { _uploads.wrappedValue = uploads }
      _uploads.update(Self.stopped)
      let missing = _uploads.wrappedValue.count { !$0.isUploaded }
      if missing > 0 { throw ShopImagesError.notUploaded(count: missing) }
    }
  }

  /// Returns the pictures after a canceled post: a picture that was being uploaded is waiting
  /// again, because its outcome is unknown.
  ///
  /// - Returns: The pictures, or nil if none was being uploaded.
  private nonisolated static func stopped(_ uploads: [ShopImageUpload]) -> [ShopImageUpload]? {
    guard uploads.contains(where: \.isUploading) else { return nil }
    var uploads = uploads
    for index in uploads.indices where uploads[index].isUploading {
      uploads[index].state = .waiting
    }
    return uploads
  }
}
