public import Foundation

/// The pictures that a user posts of a shop, for a view to show.
@MainActor
public final class ShopImagesViewModel {
  /// The pictures, and what has become of each.
  @Broadcast public private(set) var uploads: [ShopImageUpload] = []
  /// How far the post has come; it is a success when the bucket has all pictures.
  @Broadcast public private(set) var post = RequestState<Void>.none
  private let postImages: any PostShopImagesUseCase

  /// Creates the view model.
  public init(postImages: any PostShopImagesUseCase) {
    self.postImages = postImages
  }

  /// Posts pictures, where none are being posted already.
  public func post(_ images: [Data], of shopID: Int) async {
    await follow { [postImages] in
      try postImages.uploadShopImages(shopID: shopID, images: images)
    }
  }

  /// Posts those pictures again that were not uploaded.
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

  /// The pictures after a cancelled post: what becomes of the one that was being sent is not told.
  private nonisolated static func stopped(_ uploads: [ShopImageUpload]) -> [ShopImageUpload]? {
    guard uploads.contains(where: \.isUploading) else { return nil }
    var uploads = uploads
    for index in uploads.indices where uploads[index].isUploading {
      uploads[index].state = .waiting
    }
    return uploads
  }
}
