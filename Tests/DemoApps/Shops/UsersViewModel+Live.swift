public import TaneFirebase

extension UsersViewModel {
  /// Returns the view model in the active environment.
  public static func live(databases: RealtimeDatabaseManager = .shared) -> UsersViewModel {
    UsersViewModel(getUsers: DefaultGetUsersUseCase(reference: databases.usersReference))
  }
}
