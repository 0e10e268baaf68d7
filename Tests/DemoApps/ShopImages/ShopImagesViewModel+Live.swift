import Foundation
public import TaneFirebase

extension ShopImagesViewModel {
  /// The view model over the environment that is active now, for the user who is signed in.
  public static func live(
    userID: String,
    storage: FirebaseStorageManager = .shared
  ) -> ShopImagesViewModel {
    let postImages = DefaultPostShopImagesUseCase(
      reference: storage.imagesReference,
      userID: userID,
      calendar: .autoupdatingCurrent,
      now: { Date() }
    )
    return ShopImagesViewModel(postImages: postImages)
  }
}
