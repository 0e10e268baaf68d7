import AsyncAlgorithms
public import DemoModels
public import Foundation

/// A room with its posts and the field to write another, for a view to show.
@MainActor
public final class PostsViewModel {
  /// The posts, and how far the request for them has come.
  @Broadcast public private(set) var posts = RequestState<[PostItem]>.none
  /// The text of the field, which the view sets while the user types.
  @Broadcast public var text = ""
  /// The pictures that the user has chosen.
  @Broadcast public var images: [URL] = []
  /// How far sending has come.
  @Broadcast public private(set) var sending = RequestState<Void>.none

  private let room: any RoomPostsUseCase
  private let makeID: @Sendable () -> String
  private var draftID: String

  /// Creates the view model.
  ///
  /// - Parameters:
  ///   - room: The room.
  ///   - makeID: Makes the identifiers of posts.
  public init(room: any RoomPostsUseCase, makeID: @escaping @Sendable () -> String) {
    self.room = room
    self.makeID = makeID
    draftID = makeID()
  }

  /// Whether the button is enabled, now and after every change.
  public var canSend: some AsyncSequence<Bool, Never> & Sendable {
    combineLatest($text, $images, $sending)
      .map { text, images, sending in
        PostDraft(id: "", text: text, images: images).canBeSent && !sending.isRequesting
      }
      .removeDuplicates()
  }

  /// Loads the posts, where they are not being loaded already.
  public func load() async {
    await _posts.request(room.getAll)
  }

  /// Sends what the user has written, where there is something and nothing is being sent already.
  ///
  /// What was sent is cleared from the field; what could not be sent stays there.
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

  /// Begins another draft; what was written while the last one was sent stays in it.
  private func clear(_ draft: PostDraft) {
    draftID = makeID()
    if text == draft.text { text = "" }
    if images == draft.images { images = [] }
  }
}
