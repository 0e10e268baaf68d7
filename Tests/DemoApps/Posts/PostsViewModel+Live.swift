public import DemoModels
import Foundation
public import TaneFirebase

extension PostsViewModel {
  /// Returns the view model of a room in the active environment.
  public static func live(
    roomID: String,
    user: User,
    firestore: FirestoreManager = .shared
  ) -> PostsViewModel {
    let room = DefaultRoomPostsUseCase(
      posts: firestore.firestore.collection("posts"),
      roomID: roomID,
      user: user,
      now: { Date() }
    )
    return PostsViewModel(room: room, makeID: { UUID().uuidString })
  }
}
