import Foundation
public import TaneFirebase

extension ShopImagesViewModel {
  /// Returns the view model in the active environment for the signed-in user.
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
