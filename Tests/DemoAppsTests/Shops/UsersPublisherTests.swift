import DemoApps
import DemoModels
@preconcurrency import OpenCombine
import TaneCore
import TaneFirebase
import TaneMapping
import Testing

@Suite("Users with Combine-style publishers")
@MainActor struct UsersPublisherTests {
  @Test(
    "The publisher of users emits the current and every later state",
    arguments: Backend.allCases
  )
  func success(backend: Backend) async throws {
    try await backend.run(.parts(["databases/users/users.yaml"])) { environment in
      let viewModel = viewModel(in: environment)
      let states = viewModel.users.stream
      let requesting = viewModel.isRequesting.stream
      viewModel.load()
      let seen = await states.first(3)
      #expect(seen.map(\.name) == ["none", "requesting", "success"])
      #expect(seen.last?.value?.count == 210)
      #expect(await requesting.first(3) == [false, true, false])
    }
  }

  @Test("The publisher of users emits an empty list or an error", arguments: Backend.allCases)
  func emptyAndMalformed(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let viewModel = viewModel(in: environment)
      let states = viewModel.users.stream
      viewModel.load()
      #expect(await states.first(3).last?.value == [])
      try await environment.databases.usersReference.child("users/1000001").setValue("森")
      let later = viewModel.users.stream
      viewModel.load()
      let error = await later.first(3).last?.error as? DataMappingError
      #expect(error?.findings.map(\.address?.description) == ["users:/users/1000001"])
    }
  }

  @Test(
    "Users are loaded once, fail with the reason and can be cancelled",
    arguments: Backend.allCases
  )
  func failureAndCancellation(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let gate = Gate()
      try environment.disturb { _ in try await gate.pass() }
      let viewModel = viewModel(in: environment)
      let states = viewModel.users.stream
      viewModel.load()
      viewModel.load()
      await gate.arrival()
      viewModel.cancel()
      #expect(await states.first(3).map(\.name) == ["none", "requesting", "none"])
      #expect(gate.arrivalCount == 1)
      gate.open()
      try environment.disturb { _ in throw StoreError.refused }
      let later = viewModel.users.stream
      viewModel.load()
      #expect(await later.first(3).last?.error is StoreError)
    }
  }

  private func viewModel(in environment: DemoEnvironment) -> UsersPublisherViewModel {
    let reference = environment.databases.usersReference
    return UsersPublisherViewModel(getUsers: DefaultGetUsersUseCase(reference: reference))
  }
}
