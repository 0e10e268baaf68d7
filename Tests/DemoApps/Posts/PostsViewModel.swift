import AsyncAlgorithms
public import DemoModels
public import Foundation

/// A view model of a room with its posts and a field for a new one.
@MainActor
public final class PostsViewModel {
  /// The posts, as the state of their request.
  @Broadcast public private(set) var posts = RequestState<[PostItem]>.none
  /// The text of the field, which the view updates while the user types.
  @Broadcast public var text = ""
  /// The pictures that the user has chosen.
  @Broadcast public var images: [URL] = []
  /// The state of sending.
  @Broadcast public private(set) var sending = RequestState<Void>.none

  private let room: any RoomPostsUseCase
  private let makeID: @Sendable () -> String
  private var draftID: String

  /// Creates the view model.
  ///
  /// - Parameters:
  ///   - room: The room.
  ///   - makeID: Returns the identifier of a new post.
  public init(room: any RoomPostsUseCase, makeID: @escaping @Sendable () -> String) {
    self.room = room
    self.makeID = makeID
    draftID = makeID()
  }

  /// A stream indicating whether the button is enabled, now and after every change.
  public var canSend: some AsyncSequence<Bool, Never> & Sendable {
    combineLatest($text, $images, $sending)
      .map { text, images, sending in
        PostDraft(id: "", text: text, images: images).canBeSent && !sending.isRequesting
      }
      .removeDuplicates()
  }

  /// Loads the posts, unless they are already being loaded.
  public func load() async {
    await _posts.request(room.getAll)
  }

  /// Sends the draft, if it can be sent and nothing else is being sent.
  ///
  /// The sent draft is removed from the field; a draft that could not be sent stays.
  public func send() async {
    let draft = PostDraft(id: draftID, text: text, images: images)
    guard draft.canBeSent, !sending.isRequesting else { return }
    sending = .requesting
    do {
      try await room.send(draft)
      clear(draft)
      sending = .success(())
    } catch {
      sending = Task.isCancelled ? .none : .error(error)
    }
  }

  /// Begins a new draft, and keeps text that was typed while the last one was sent.
  private func clear(_ draft: PostDraft) {
    draftID = makeID()
    if text == draft.text { text = "" }
    if images == draft.images { images = [] }
  }
}
