import AsyncAlgorithms
import DemoApps
import DemoModels
import Foundation
import TaneCore
import TaneFirebase
import Testing

@Suite("Posts of a Firestore room")
@MainActor struct PostsTests {
  private let user = User(
    id: "1000001",
    information: UserInformation(
      name: "森 悠真",
      userRank: .a,
      availablePoint: 2844,
      avatarImageURL: URL(string: "https://images.example.com/avatars/1000001.jpg"),
      createdAt: "2023-04-03T12:02:56Z"
    )
  )
  private let date = Date(timeIntervalSince1970: 1_778_061_600)

  /// Returns a view model with a fixed clock and numbered identifiers.
  private func viewModel(_ firestore: FirestoreManager) -> PostsViewModel {
    let room = DefaultRoomPostsUseCase(
      posts: firestore.firestore.collection("posts"),
      roomID: "sauna-lovers",
      user: user,
      now: { [date] in date }
    )
    let ids = Broadcast(wrappedValue: 0)
    return PostsViewModel(room: room) {
      ids.update { $0 + 1 }
      return "post\(ids.wrappedValue)"
    }
  }

  private func post(_ text: String, _ images: [URL] = []) -> Post {
    Post(
      userName: "森 悠真",
      userImage: user.information.avatarImageURL,
      text: text,
      uid: "1000001",
      roomID: "sauna-lovers",
      imageArray: images,
      createdAt: date
    )
  }

  @Test("Sending a post clears the field and shows the post", arguments: Backend.allCases)
  func success(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let viewModel = viewModel(environment.firestore)
      let states = viewModel.$sending
      viewModel.text = "熱い"
      await viewModel.send()
      #expect(await states.first(3).map(\.name) == ["none", "requesting", "success"])
      #expect(viewModel.text == "")
      let image = try #require(URL(string: "https://images.example.com/1.jpg"))
      viewModel.images = [image]
      await viewModel.send()
      #expect(viewModel.images == [])
      await viewModel.load()
      #expect(
        viewModel.posts.value?.sorted { $0.id < $1.id } == [
          PostItem(id: "post1", post: post("熱い")), PostItem(id: "post2", post: post("", [image])),
        ]
      )
    }
  }

  @Test(
    "The posts of a room are shown oldest first, without those of other rooms",
    arguments: Backend.allCases
  )
  func rooms(backend: Backend) async throws {
    try await backend.run(.parts(["firestore/posts"])) { environment in
      let viewModel = viewModel(environment.firestore)
      await viewModel.load()
      #expect(
        viewModel.posts.value?.map(\.id) == [
          "aufguss-review", "first-visit", "totonou", "water-bath",
        ]
      )
      #expect(viewModel.posts.value?.first?.post.userName == "柴田 みのり")
      #expect(viewModel.posts.value?.last?.post.imageArray.count == 2)
    }
  }

  @Test("Posts are read from the environment named by TANE_ENV", arguments: Backend.allCases)
  func environments(backend: Backend) async throws {
    try await backend.run(.demo) { environment in
      try await environment.seed("staging")
      var posts: [[String]?] = []
      for name in ["local", "staging"] {
        try environment.activate(name)
        let viewModel = viewModel(environment.firestore)
        await viewModel.load()
        posts.append(viewModel.posts.value?.map(\.id))
      }
      let shared = ["aufguss-review", "first-visit", "totonou", "water-bath"]
      #expect(posts == [shared, shared + ["testers-notes"]])
    }
  }

  @Test("A room without posts is empty, and an empty post is not sent", arguments: Backend.allCases)
  func empty(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let viewModel = viewModel(environment.firestore)
      viewModel.text = " \n"
      await viewModel.send()
      #expect(viewModel.sending.name == "none")
      #expect(viewModel.text == " \n")
      await viewModel.load()
      #expect(viewModel.posts.value == [])
    }
  }

  @Test("Posts are validated while the user types")
  func validation() async throws {
    let viewModel = viewModel(FirestoreManager())
    var canSend = viewModel.canSend.makeAsyncIterator()
    #expect(try await canSend.next() == false)
    for text in ["熱", "熱い"] { viewModel.text = text }
    #expect(try await canSend.next() == true)
    viewModel.text = " "
    #expect(try await canSend.next() == false)
    viewModel.images = [URL(filePath: "/1.jpg")]
    #expect(try await canSend.next() == true)
    viewModel.images = []
    #expect(try await canSend.next() == false)
  }

  @Test(
    "A malformed post is shown as an error instead of a partial list",
    arguments: Backend.allCases
  )
  func malformed(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let viewModel = viewModel(environment.firestore)
      viewModel.text = "熱い"
      await viewModel.send()
      try await environment.firestore.firestore.document("posts/post1").updateData(["text": 42])
      await viewModel.load()
      let error = try #require(viewModel.posts.error as? DataMappingError)
      #expect(
        error.description == """
          Post cannot decode firestore:/posts/post1: 1 error
          error: Post.text: expected String, found integer 42 [wrong-type]
            firestore:/posts/post1/text
          """
      )
    }
  }

  @Test(
    "A post that could not be sent is kept and eventually sent once",
    arguments: Backend.allCases
  )
  func failure(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let refuses = Broadcast(wrappedValue: true)
      let firestore = try environment.disturbedFirestore { _ in
        if refuses.wrappedValue { throw StoreError.refused }
      }
      let viewModel = viewModel(firestore)
      viewModel.text = "熱い"
      await viewModel.send()
      #expect((viewModel.sending.error as? FirestoreError)?.code == .invalidArgument)
      #expect(viewModel.text == "熱い")
      refuses.wrappedValue = false
      await viewModel.send()
      #expect(viewModel.sending.name == "success")
      await viewModel.load()
      #expect(viewModel.posts.value == [PostItem(id: "post1", post: post("熱い"))])
    }
  }

  @Test(
    "Fast taps send a post once, and text typed meanwhile is kept",
    arguments: Backend.allCases
  )
  func taps(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let gate = Gate()
      let viewModel = viewModel(
        try environment.disturbedFirestore { place in
          if place.hasPrefix("commit") { try await gate.pass() }
        }
      )
      viewModel.text = "熱い"
      let taps = (1...20).map { _ in Task { await viewModel.send() } }
      await gate.arrival()
      #expect(viewModel.sending.isRequesting)
      await viewModel.send()
      viewModel.text = "熱い！"
      gate.open()
      for tap in taps { await tap.value }
      #expect(gate.arrivalCount == 1)
      #expect(viewModel.text == "熱い！")
      await viewModel.load()
      #expect(viewModel.posts.value == [PostItem(id: "post1", post: post("熱い"))])
    }
  }

  @Test("Cancelling restores the state before sending a post", arguments: Backend.allCases)
  func cancellation(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let gate = Gate()
      let viewModel = viewModel(
        try environment.disturbedFirestore { _ in try await gate.pass() }
      )
      viewModel.text = "熱い"
      let sending = Task { await viewModel.send() }
      await gate.arrival()
      sending.cancel()
      await sending.value
      #expect(viewModel.sending.name == "none")
      #expect(viewModel.text == "熱い")
      gate.open()
      await viewModel.load()
      #expect(viewModel.posts.value == [])
    }
  }
}
