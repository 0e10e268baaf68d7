public import DemoModels
import Foundation
public import TaneFirebase

extension PostsViewModel {
  /// The view model of a room over the environment that is active now.
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
