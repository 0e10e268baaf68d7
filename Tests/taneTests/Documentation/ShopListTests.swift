import DemoApps
import DemoModels
import Foundation
import TaneRuntime
import Testing

/// The app's shops and to-dos, in the environment that TANE_ENV names.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["TANE_ENV"] != nil))
@MainActor struct ShopListTests {
  init() throws {
    try EnvironmentProfiles.load(from: "environments").activate()
  }

  @Test("The app shows every shop") func shops() async {
    let viewModel = ShopsViewModel.live()
    await viewModel.load()
    #expect(viewModel.shops.value?.count == 42)
  }

  @Test("The app shows the to-dos of the signed-in user") func toDos() async throws {
    let presenter = ToDoPresenter.live()
    await presenter.signIn(email: "minori.shibata@example.com", password: "nana-korobi-ya-oki")
    let following = Task { await presenter.followItems() }
    for await state in presenter.$items where state.value != nil || state.error != nil {
      #expect(state.value?.first?.toDo.title == "Write a review of 麺屋 はるかぜ")
      break
    }
    following.cancel()
  }
}
