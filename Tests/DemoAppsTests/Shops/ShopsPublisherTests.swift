import DemoApps
@preconcurrency import OpenCombine
import TaneCore
import TaneFirebase
import Testing

@Suite("Shops with publishers as inputs and outputs")
@MainActor struct ShopsPublisherTests {
  @Test(
    "Shops load once at the first trigger and again on refresh",
    arguments: Backend.allCases
  )
  func triggers(backend: Backend) async throws {
    try await backend.run(.parts(["databases/shops/shops.yaml"])) { environment in
      let viewModel = viewModel(in: environment)
      let shops = viewModel.outputs.shops.stream
      let isLoading = viewModel.outputs.isLoading.stream
      viewModel.inputs.viewDidLoad()
      #expect(await shops.first(1).map(\.count) == [42])
      #expect(await isLoading.first(3) == [false, true, false])
      let later = viewModel.outputs.isLoading.stream
      viewModel.inputs.viewDidLoad()
      viewModel.inputs.refresh()
      #expect(await later.first(3) == [false, true, false])
    }
  }

  @Test("A failure to load shops is shown", arguments: Backend.allCases)
  func failure(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      try environment.disturb { _ in throw StoreError.refused }
      let viewModel = viewModel(in: environment)
      let messages = viewModel.outputs.message.stream
      viewModel.inputs.viewDidLoad()
      let error = await #expect(throws: StoreError.self) {
        try await environment.databases.shopsReference.child("shops").getData()
      }
      #expect(await messages.first(1) == [error?.description])
    }
  }

  private func viewModel(in environment: DemoEnvironment) -> ShopsPublisherViewModel {
    let reference = environment.databases.shopsReference
    return ShopsPublisherViewModel(getShops: DefaultGetShopsUseCase(reference: reference))
  }
}
