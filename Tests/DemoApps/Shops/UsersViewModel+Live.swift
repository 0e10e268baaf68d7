public import TaneFirebase

extension UsersViewModel {
  /// The view model over the environment that is active now.
  public static func live(databases: RealtimeDatabaseManager = .shared) -> UsersViewModel {
    UsersViewModel(getUsers: DefaultGetUsersUseCase(reference: databases.usersReference))
  }
}
