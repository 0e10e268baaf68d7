public import DemoModels
@preconcurrency public import OpenCombine

/// A variant of `UsersViewModel` with publishers, as in apps that use Combine.
///
/// Such an app uses this code with `import Combine` instead of `import OpenCombine`.
@MainActor
public final class UsersPublisherViewModel {
  /// The users, as the state of their request: the current state and every later one.
  public let users: AnyPublisher<RequestState<[User]>, Never>
  /// A Boolean value indicating whether to show a loading indicator; only changes are published.
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

  /// Loads the users, unless they are already being loaded.
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

  /// Cancels loading and resets the state to `none`.
  public func cancel() {
    request = nil
  }
}
