#if canImport(ArticleApps)
@testable import ArticleApps
import Foundation
import TaneFirebase
import Testing

/// Tests the code of the articles behind the sample apps, unchanged and as part of another package.
@Suite("Code of the articles")
struct ArticlesTests {
  #if os(Linux)
  @Test(
    "The code of the articles compiles in both language modes without warnings",
    arguments: ["5", "6"]
  )
  func compiles(mode: String) async throws {
    let (status, output) = try await OutsideCode.check("ArticleApps", mode: mode)
    #expect(output == "")
    #expect(status == 0)
  }
  #endif

  #if compiler(>=6.2) && !os(iOS)
  @Test("The code of the articles reads the seeded demo")
  func runs() async throws {
    // This runs in its own process, because the code uses the process's active environment.
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let root = FileManager.default.temporaryDirectory.appending(path: "tane-run-\(UUID())")
      try CopiedDemo.copy(to: root)
      try await CopiedDemo.seed(in: root)
      // The environment is already active.
      AppSetup.start()
      let repository = DefaultShopsRepository()
      let shops = try await repository.getShops()
      #expect(shops.count == 42 && shops[0].foodImages[0].id == "1000001_main_food")
      let again = await withCheckedContinuation { done in
        repository.getShops { done.resume(returning: (try? $0.get())?.map(\.name)) }
      }
      #expect(again == shops.map(\.name))
      let members = try await RealtimeDatabase.shared.usersReference.child("users").getData()
        .data(as: [String: Member].self)
      #expect(members.count == 210 && members["1001152"]?.userRank == .SSS)
      var states = SaunaClient.live.listen("aufguss").makeAsyncIterator()
      #expect(try await states.next()?.temperature == "92.5")
      let flags = Flags()
      #expect(flags.postsPageSize == 50 && !flags.isSaunaListenerEnabled)
      let error = await withCheckedContinuation { done in
        flags.load { done.resume(returning: $0) }
      }
      #expect(error == nil && flags.postsPageSize == 20 && flags.isSaunaListenerEnabled)
      let (events, view) = await ViewDouble.make()
      let presenter = await PostsPresenter(view: view, roomID: "noodles")
      await presenter.viewDidLoad()
      var event = events.makeAsyncIterator()
      #expect(await event.next() == "posts ramen-question, ramen-shoyu")
      let launch = await LaunchPresenter(view: view)
      await launch.viewDidLoad()
      #expect(await event.next() == "sign in")
      let signIn = await SignInPresenter(view: view)
      await signIn.signIn(email: "yuma.mori@example.com", password: "wrong")
      #expect(await event.next() == "The password is wrong.")
      await signIn.signIn(email: "yuma.mori@example.com", password: "hana-yori-dango")
      #expect(await event.next() == "user 1000001")
      await launch.viewDidLoad()
      #expect(await event.next() == "to-dos of 1000001")
      let user = try #require(Auth.auth().currentUser)
      let users = RealtimeDatabase.shared.usersReference
      let list = await ToDoListPresenter(view: view, user: user, reference: users)
      await list.viewWillAppear()
      #expect(await event.next() == "reload")
      #expect(await list.numberOfToDos == 4)
      await list.didTapAdd("")
      #expect(await event.next() == "Please write what is to be done.")
      let first = await list.toDo(at: 0)
      await list.didSelect(at: 0)
      #expect(await event.next() == "reload")
      #expect(await list.toDo(at: 0)?.isDone == first.map { !$0.isDone })
      await list.viewWillDisappear()
      await list.didTapSignOut()
      #expect(await event.next() == "close")
      try await ArticlesTests.checkSaving()
    }
    #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
  }

  /// Checks that concurrently saved records are stored, and that the others are reported.
  static func checkSaving() async throws {
    let useCase = DefaultSaveStudyRecordsUseCase()
    let records = ["a", "b", "c", ""].map {
      StudyRecord(id: $0, userID: "1", subject: "x", minutes: 5, createdAt: .distantPast)
    }
    #expect(Set(await useCase.save(records).keys) == [""])
    let failures = await withCheckedContinuation { done in
      useCase.saveInBackground(Array(records.prefix(3))) { done.resume(returning: $0) }
    }
    #expect(failures == 0)
    let collection = Firestore.firestore().collection("study_records")
    #expect(try await collection.getDocuments().documents.count == 6)
  }
  #endif

  @Test("Clients without a test implementation report an issue")
  func unimplemented() async throws {
    await withKnownIssue {
      for try await _ in SaunaClient.unimplemented.listen("aufguss") {}
    }
    for try await _ in SaunaClient.noop.listen("aufguss") {}
  }
}

/// A test double for the views of the presenters.
@MainActor
private final class ViewDouble: PostsPresenterOutput, SignInOutput, LaunchPresenterOutput,
  ToDoListPresenterOutput
{
  private let events: AsyncStream<String>.Continuation

  private init(_ events: AsyncStream<String>.Continuation) {
    self.events = events
  }

  static func make() -> (AsyncStream<String>, ViewDouble) {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    return (stream, ViewDouble(continuation))
  }

  func show(_ posts: [Post]) {
    events.yield("posts \(posts.compactMap(\.id).joined(separator: ", "))")
  }

  func show(_ message: String) { events.yield(message) }
  func didSignIn(_ user: TaneFirebase.User) { events.yield("user \(user.uid)") }
  func didFail(_ message: String) { events.yield(message) }
  func showSignIn() { events.yield("sign in") }
  func showToDos(of user: TaneFirebase.User) { events.yield("to-dos of \(user.uid)") }
  func reloadData() { events.yield("reload") }
  func showError(_ message: String) { events.yield(message) }
  func close() { events.yield("close") }
}
#endif
