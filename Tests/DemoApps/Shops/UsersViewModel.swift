public import DemoModels

/// A view model of the list of users.
@MainActor
public final class UsersViewModel {
  /// The users, as the state of their request.
  @Broadcast public private(set) var users = RequestState<[User]>.none
  private let getUsers: any GetUsersUseCase

  /// Creates the view model.
  public init(getUsers: any GetUsersUseCase) {
    self.getUsers = getUsers
  }

  /// Loads the users, unless they are already being loaded.
  public func load() async {
    await _users.request(getUsers.getAll)
  }
}
