public import TaneFirebase

extension ToDoPresenter {
  /// The presenter over the environment that is active now.
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
