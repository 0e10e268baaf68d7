public import DemoModels
@preconcurrency public import OpenCombine

/// The twin of `UsersViewModel` with publishers, as apps that use Combine have it.
///
/// With `import Combine` in the place of `import OpenCombine` it is the code of such an app.
@MainActor
public final class UsersPublisherViewModel {
  /// The users, and how far the request for them has come: the state now, and every later one.
  public let users: AnyPublisher<RequestState<[User]>, Never>
  /// Whether to show that something is awaited; only changes are published.
  public let isRequesting: AnyPublisher<Bool, Never>

  private let state = CurrentValueSubject<RequestState<[User]>, Never>(.none)
  private let getUsers: any GetUsersUseCase
  private var request: AnyCancellable?

  /// Creates the view model.
  public init(getUsers: any GetUsersUseCase) {
    self.getUsers = getUsers
    users = state.eraseToAnyPublisher()
    isRequesting = state.map(\.isRequesting).removeDuplicates().eraseToAnyPublisher()
  }

  /// Loads the users, where they are not being loaded already.
  public func load() {
    guard !state.value.isRequesting else { return }
    state.send(.requesting)
    let task = Task { [state, getUsers] in
      let users: RequestState<[User]>
      do {
        users = .success(try await getUsers.getAll())
      } catch {
        users = .error(error)
      }
      state.send(Task.isCancelled ? .none : users)
    }
    request = AnyCancellable(task.cancel)
  }

  /// Stops loading; the state is `none` again.
  public func cancel() {
    request = nil
  }
}
