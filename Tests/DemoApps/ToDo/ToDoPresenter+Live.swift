public import TaneFirebase

extension ToDoPresenter {
  /// Returns the presenter in the active environment.
  public static func live(
    databases: RealtimeDatabaseManager = .shared,
    auth: AuthManager = .shared
  ) -> ToDoPresenter {
    let useCase = DefaultToDoUseCase(
      accounts: FirebaseAccountRepository(auth: auth.auth),
      toDos: FirebaseToDoRepository(reference: databases.usersReference)
    )
    return ToDoPresenter(useCase: useCase)
  }
}
