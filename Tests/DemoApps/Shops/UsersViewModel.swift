public import DemoModels

/// The list of users, for a view to show.
@MainActor
public final class UsersViewModel {
  /// The users, and how far the request for them has come.
  @Broadcast public private(set) var users = RequestState<[User]>.none
  private let getUsers: any GetUsersUseCase

  /// Creates the view model.
  public init(getUsers: any GetUsersUseCase) {
    self.getUsers = getUsers
  }

  /// Loads the users, where they are not being loaded already.
  public func load() async {
    await _users.request(getUsers.getAll)
  }
}
