public import DemoModels

/// A presenter of a user's to-do list.
@MainActor
public final class ToDoPresenter {
  /// The state of signing in.
  @Broadcast public private(set) var session = RequestState<Void>.none
  /// The items of the signed-in user.
  @Broadcast public private(set) var items = RequestState<[ToDoItem]>.none
  /// The state of the last requested change.
  @Broadcast public private(set) var change = RequestState<Void>.none
  private let useCase: any ToDoUseCase

  /// Creates the presenter.
  public init(useCase: any ToDoUseCase) {
    self.useCase = useCase
  }

  /// Uses the session of a user who is already signed in, so that no password is needed.
  public func signInAutomatically() {
    if useCase.isSignedIn { session = .success(()) }
  }

  /// Signs a user in.
  public func signIn(email: String, password: String) async {
    await _session.request { [useCase] in
      try await useCase.signIn(email: email, password: password)
    }
  }

  /// Shows the items and all of their changes until the task is canceled, like a view's `task`.
  public func followItems() async {
    await _items.follow(useCase.items)
  }

  /// Adds an item, unless another change is pending.
  public func add(title: String) async {
    await _change.request { [useCase] in try await useCase.add(title: title) }
  }

  /// Toggles whether items are done, unless another change is pending.
  public func toggle(_ items: [ToDoItem]) async {
    await _change.request { [useCase] in try await useCase.toggle(items) }
  }

  /// Signs the user out.
  public func signOut() {
    do {
      try useCase.signOut()
      session = .none
    } catch {
      session = .error(error)
    }
  }
}
