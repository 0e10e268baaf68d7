public import DemoModels

/// The list of a user, for a view to show.
@MainActor
public final class ToDoPresenter {
  /// How far signing in has come.
  @Broadcast public private(set) var session = RequestState<Void>.none
  /// The items of the user who is signed in.
  @Broadcast public private(set) var items = RequestState<[ToDoItem]>.none
  /// How far the change that was asked for last has come.
  @Broadcast public private(set) var change = RequestState<Void>.none
  private let useCase: any ToDoUseCase

  /// Creates the presenter.
  public init(useCase: any ToDoUseCase) {
    self.useCase = useCase
  }

  /// Takes the session of a user who is signed in already, so that nobody types a password again.
  public func signInAutomatically() {
    if useCase.isSignedIn { session = .success(()) }
  }

  /// Signs a user in.
  public func signIn(email: String, password: String) async {
    await _session.request { [useCase] in
      try await useCase.signIn(email: email, password: password)
    }
  }

  /// Shows the items and every change of them until the task is cancelled, as a view's `task` is.
  public func followItems() async {
    await _items.follow(useCase.items)
  }

  /// Adds an item, where no other change is under way.
  public func add(title: String) async {
    await _change.request { [useCase] in try await useCase.add(title: title) }
  }

  /// Turns items that are done into items to do and the other way round, where no other change is under
  /// way.
  public func toggle(_ items: [ToDoItem]) async {
    await _change.request { [useCase] in try await useCase.toggle(items) }
  }

  /// Ends the session.
  public func signOut() {
    do {
      try useCase.signOut()
      session = .none
    } catch {
      session = .error(error)
    }
  }
}
