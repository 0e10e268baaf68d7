import DemoApps
import DemoModels
import TaneCore
import TaneFirebase
import TaneMapping
import Testing

@Suite("Shops and users of two databases")
@MainActor struct ShopsTests {
  private let shopsAlone = DemoFixtures.parts(["databases/shops"])

  @Test("Loading shops and users reports its progress", arguments: Backend.allCases)
  func success(backend: Backend) async throws {
    try await backend.run(.parts(["databases"])) { environment in
      let shops = ShopsViewModel.live(databases: environment.databases)
      let states = shops.$shops
      await shops.load()
      #expect(await states.first(3).map(\.name) == ["none", "requesting", "success"])
      #expect(shops.shops.value?.map(\.id) == Array(1_000_001...1_000_042))
      #expect(shops.shops.value?.first?.name == "麺屋 はるかぜ")

      let users = UsersViewModel.live(databases: environment.databases)
      await users.load()
      let ids = try #require(users.users.value).map(\.id)
      #expect(ids.count == 210)
      #expect(ids == ids.sorted())
      #expect(users.users.value?.first?.information.name == "森 悠真")
    }
  }

  @Test("A database without data gives empty lists", arguments: Backend.allCases)
  func empty(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let shops = ShopsViewModel.live(databases: environment.databases)
      let users = UsersViewModel.live(databases: environment.databases)
      await shops.load()
      await users.load()
      #expect(shops.shops.value == [])
      #expect(users.users.value == [])
    }
  }

  @Test(
    "All malformed data is shown as an error instead of a partial list",
    arguments: Backend.allCases
  )
  func malformed(backend: Backend) async throws {
    let fixtures = DemoFixtures.files([
      "base/databases/shops/shops.yaml": """
      - { id: 0, name: 麺屋, shop_image_url: https://images.example.com/0.jpg, updated_at: "2026-04-01", foods: [&food { id: a, uploaded_user: b }] }
      - { id: "1", name: 鮨, shop_image_url: https://images.example.com/1.jpg, updated_at: "2026-04-01", foods: [*food] }
      - { id: 2, shop_image_url: https://images.example.com/2.jpg, updated_at: 1000, foods: [*food] }
      """,
      "base/databases/users/users.yaml": """
      "1000001": { name: 森, user_rank: diamond, available_point: 1, created_at: "2026" }
      """,
    ])
    try await backend.run(fixtures) { environment in
      let shops = ShopsViewModel.live(databases: environment.databases)
      await shops.load()
      let error = try #require(shops.shops.error as? DataMappingError)
      #expect(
        error.findings.map(\.description) == [
          """
          error: Shop.shopID: expected Int, found string "1" [wrong-type]
            shops:/shops/1/id
          """,
          """
          error: Shop.name (String) requires the key "name", which is missing [missing-key]
            shops:/shops/2/name
          """,
          """
          error: Shop.updatedAt: expected String, found integer 1000 [wrong-type]
            shops:/shops/2/updated_at
          """,
        ]
      )
      let users = UsersViewModel.live(databases: environment.databases)
      await users.load()
      let rank = try #require(users.users.error as? DataMappingError)
      #expect(
        rank.findings.map(\.description) == [
          """
          error: UserInformation.userRank: expected UserRank, found string "diamond", which is \
          not one of its cases (B, A, SS, SSS) [unknown-case]
            users:/users/1000001/user_rank
          """
        ]
      )
    }
  }

  @Test(
    "A failed read shows the reason, and the next attempt succeeds",
    arguments: Backend.allCases
  )
  func failure(backend: Backend) async throws {
    try await backend.run(shopsAlone) { environment in
      try environment.disturb { _ in throw StoreError.refused }
      let shops = ShopsViewModel.live(databases: environment.databases)
      await shops.load()
      #expect(shops.shops.error is StoreError)
      environment.calmDown()
      await shops.load()
      #expect(shops.shops.value?.count == 42)
    }
  }

  @Test(
    "Repeated taps load shops once, and cancelling restores the state",
    arguments: Backend.allCases
  )
  func cancellation(backend: Backend) async throws {
    try await backend.run(shopsAlone) { environment in
      let gate = Gate()
      try environment.disturb { _ in try await gate.pass() }
      let shops = ShopsViewModel.live(databases: environment.databases)
      let states = shops.$shops
      let loading = Task { await shops.load() }
      await gate.arrival()
      await shops.load()
      #expect(shops.shops.isRequesting)
      #expect(gate.arrivalCount == 1)
      loading.cancel()
      await loading.value
      gate.open()
      #expect(await states.first(3).map(\.name) == ["none", "requesting", "none"])
      await shops.load()
      #expect(shops.shops.value?.count == 42)
    }
  }

  @Test("Shops are read from the environment named by TANE_ENV", arguments: Backend.allCases)
  func environments(backend: Backend) async throws {
    try await backend.run(shopsAlone) { environment in
      try await environment.seed("staging")
      var names: [String?] = []
      for name in ["local", "staging"] {
        try environment.activate(name)
        #expect(environment.databases.environment == name)
        let shops = ShopsViewModel.live(databases: environment.databases)
        await shops.load()
        names.append(shops.shops.value?.first?.name)
      }
      #expect(names == ["麺屋 はるかぜ", "麺屋 はるかぜ【検証用】"])
    }
  }
}
