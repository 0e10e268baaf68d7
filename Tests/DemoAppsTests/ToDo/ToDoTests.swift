import DemoApps
import DemoModels
import Foundation
import TaneCore
import TaneFirebase
import TaneMapping
import Testing

@Suite("Password-protected to-do list")
@MainActor struct ToDoTests {
  private let fixtures = DemoFixtures.parts(["accounts.yaml", "databases/users/user-todolist"])
  private let email = "yuma.mori@example.com"
  private let password = "hana-yori-dango"

  @Test("A signed-in user can view, add and toggle to-do items", arguments: Backend.allCases)
  func success(backend: Backend) async throws {
    try await backend.run(fixtures) { environment in
      let presenter = ToDoPresenter.live(databases: environment.databases, auth: environment.auth)
      let session = presenter.$session
      await presenter.signIn(email: email, password: password)
      #expect(await session.first(3).map(\.name) == ["none", "requesting", "success"])

      var lists = presenter.$items.compactMap(\.value).makeAsyncIterator()
      let following = Task { await presenter.followItems() }
      let seeded = try #require(await lists.next())
      #expect(
        seeded.map(\.toDo) == [
          ToDo(title: "麺屋 はるかぜの写真を撮る", isDone: true),
          ToDo(title: "お花見の場所を決める"),
          ToDo(title: "鮨 なぎさを予約する（4名）"),
          ToDo(title: "Renew the membership card"),
        ]
      )
      await presenter.add(title: " 傘を買う\n")
      #expect(presenter.change.name == "success")
      let longer = try #require(await lists.next())
      #expect(longer.map(\.toDo) == seeded.map(\.toDo) + [ToDo(title: "傘を買う")])

      await presenter.toggle([longer[0], longer[4]])
      #expect(presenter.change.name == "success")
      let toggled = try #require(await lists.next())
      #expect(toggled.map(\.toDo.isDone) == [false, false, false, false, true])
      #expect(toggled.map(\.toDo.title) == longer.map(\.toDo.title))

      following.cancel()
      await following.value
      #expect(presenter.items.name == "none")
    }
  }

  @Test("A signed-in user of an earlier session is recognized", arguments: Backend.allCases)
  func automaticSignIn(backend: Backend) async throws {
    try await backend.run(fixtures) { environment in
      @MainActor func presenter() -> ToDoPresenter {
        .live(databases: environment.databases, auth: environment.auth)
      }
      let first = presenter()
      first.signInAutomatically()
      #expect(first.session.name == "none")
      await first.signIn(email: email, password: password)
      let second = presenter()
      second.signInAutomatically()
      #expect(second.session.name == "success")
      second.signOut()
      let third = presenter()
      third.signInAutomatically()
      #expect(third.session.name == "none")
    }
  }

  @Test("Error messages say what the user can do")
  func wording() {
    let errors: [any Error] = [
      ToDoError.notSignedIn, ToDoError.emptyTitle, SaunaError.unknownSauna("a"),
      ShopImagesError.tooManyImages(count: 6, maximum: 5), ShopImagesError.notUploaded(count: 2),
    ]
    #expect(
      errors.map(\.localizedDescription) == [
        "Please sign in first.", "Please write what is to be done.", "there is no sauna \"a\"",
        "There are 6 pictures; please choose 5 at most.",
        "2 of the pictures could not be sent: try again.",
      ]
    )
  }

  @Test(
    "A new to-do list has no items and accepts none without a title",
    arguments: Backend.allCases
  )
  func empty(backend: Backend) async throws {
    try await backend.run(fixtures) { environment in
      try await environment.databases.usersReference.child("user-todolist").removeValue()
      let presenter = ToDoPresenter.live(databases: environment.databases, auth: environment.auth)
      await presenter.signIn(email: email, password: password)
      var lists = presenter.$items.compactMap(\.value).makeAsyncIterator()
      let following = Task { await presenter.followItems() }
      #expect(await lists.next() == [])
      await presenter.add(title: " \n")
      #expect(presenter.change.error as? ToDoError == .emptyTitle)
      following.cancel()
    }
  }

  @Test("Signing in to the to-do list with a wrong password fails", arguments: Backend.allCases)
  func refusal(backend: Backend) async throws {
    try await backend.run(fixtures) { environment in
      let presenter = ToDoPresenter.live(databases: environment.databases, auth: environment.auth)
      await presenter.signIn(email: email, password: "hana-yori-ongaku")
      let wrong = try #require(presenter.session.error as? AuthError)
      #expect(wrong.code == .wrongPassword)
      await presenter.signIn(email: "mayu.kato@example.com", password: "saru-mo-ki-kara")
      #expect((presenter.session.error as? AuthError)?.code == .userDisabled)
      await presenter.followItems()
      #expect(presenter.items.error as? ToDoError == .notSignedIn)
      await presenter.add(title: "傘を買う")
      #expect(presenter.change.error as? ToDoError == .notSignedIn)
    }
  }

  @Test(
    "All malformed to-dos are shown as an error instead of a partial list",
    arguments: Backend.allCases
  )
  func malformed(backend: Backend) async throws {
    try await backend.run(fixtures) { environment in
      try await environment.databases.usersReference.child("user-todolist/1000001")
        .updateChildValues([
          "-Op00B7LdIm58Bi6Q3Ar/isDone": "yes", "a": "傘を買う",
        ])
      let presenter = ToDoPresenter.live(databases: environment.databases, auth: environment.auth)
      await presenter.signIn(email: email, password: password)
      await presenter.followItems()
      let error = try #require(presenter.items.error as? DataMappingError)
      #expect(
        error.findings.map(\.description) == [
          """
          error: ToDo.isDone: expected Bool, found string "yes" [wrong-type]
            users:/user-todolist/1000001/-Op00B7LdIm58Bi6Q3Ar/isDone
          """,
          """
          error: expected a map, found string "傘を買う" [wrong-type]
            users:/user-todolist/1000001/a
          """,
        ]
      )
    }
  }

  @Test(
    "A change applies to all to-do items or none and reports the reason",
    arguments: Backend.allCases
  )
  func failure(backend: Backend) async throws {
    try await backend.run(fixtures) { environment in
      try environment.disturb { _ in }
      let presenter = ToDoPresenter.live(databases: environment.databases, auth: environment.auth)
      await presenter.signIn(email: email, password: password)
      let following = Task { await presenter.followItems() }
      let items = try #require(await presenter.firstItems())
      following.cancel()
      await following.value

      try environment.disturb { place in
        if !place.hasSuffix("/title") { throw StoreError.refused }
      }
      await presenter.toggle(items)
      #expect(presenter.change.error is StoreError)
      environment.calmDown()
      let list = environment.databases.usersReference.child("user-todolist/1000001")
      let kept = try await list.getData().data(as: [String: ToDo].self)
      #expect(kept == Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.toDo) }))
      await presenter.toggle(items)
      #expect(presenter.change.name == "success")
    }
  }

  @Test(
    "Repeated taps change a to-do item once, and cancelling restores the state",
    arguments: Backend.allCases
  )
  func cancellation(backend: Backend) async throws {
    try await backend.run(fixtures) { environment in
      let gate = Gate()
      try environment.disturb { _ in try await gate.pass() }
      let presenter = ToDoPresenter.live(databases: environment.databases, auth: environment.auth)
      await presenter.signIn(email: email, password: password)
      let changes = presenter.$change
      let adding = Task { await presenter.add(title: "傘を買う") }
      await gate.arrival()
      await presenter.add(title: "傘を買う")
      #expect(gate.arrivalCount == 1)
      adding.cancel()
      // A write that was sent is awaited, because only its response shows whether it succeeded.
      gate.open()
      await adding.value
      #expect(await changes.first(3).map(\.name) == ["none", "requesting", "none"])
    }
  }

  @Test(
    "The to-do list is read from the environment named by TANE_ENV",
    arguments: Backend.allCases
  )
  func environments(backend: Backend) async throws {
    try await backend.run(fixtures) { environment in
      try await environment.seed("staging")
      var counts: [Int?] = []
      for name in ["local", "staging"] {
        try environment.activate(name)
        let presenter = ToDoPresenter.live(databases: environment.databases, auth: environment.auth)
        await presenter.signIn(email: email, password: password)
        let following = Task { await presenter.followItems() }
        counts.append(await presenter.firstItems()?.count)
        following.cancel()
        await following.value
        presenter.signOut()
        #expect(presenter.session.name == "none")
        #expect(environment.auth.auth.currentUser == nil)
      }
      #expect(counts == [4, 5])
    }
  }
}

extension ToDoPresenter {
  /// Waits for the first list that is shown.
  fileprivate func firstItems() async -> [ToDoItem]? {
    for await state in $items { if let items = state.value { return items } }
    return nil
  }
}
