// Signing in, of code that does not wait for it: one after the other, as it was asked for.

extension Auth {
  /// A block called on the main queue when a sign-in has ended, with the result or the error.
  public typealias DataResultBlock = (AuthDataResult?, (any Error)?) -> Void

  /// Signs a user in by the address and the password, and calls a block when that is done.
  ///
  /// ```swift
  /// auth.signIn(withEmail: email, password: password) { result, error in
  ///   print(result?.user.uid ?? error?.localizedDescription ?? "")
  /// }
  /// ```
  public func signIn(
    withEmail email: String,
    password: String,
    completion: DataResultBlock? = nil
  ) {
    begin(then: completion) { try await $0.signIn(withEmail: email, password: password) }
  }

  /// Makes an account of an address and a password, signs its user in, and calls a block when that is done.
  public func createUser(
    withEmail email: String,
    password: String,
    completion: DataResultBlock? = nil
  ) {
    begin(then: completion) { try await $0.createUser(withEmail: email, password: password) }
  }

  /// Signs a new user in who does not say who it is, and calls a block when that is done.
  public func signInAnonymously(completion: DataResultBlock? = nil) {
    begin(then: completion) { try await $0.signInAnonymously() }
  }

  private func begin(
    then completion: DataResultBlock?,
    _ operation: @escaping @Sendable (Auth) async throws -> AuthDataResult
  ) {
    let completion = completion.map { completion in
      CallQueue.Completion<AuthDataResult> { completion($0.success, $0.failure) }
    }
    calls.change({ try await operation(self) }, then: completion)
  }
}

extension AuthUser {
  /// Calls a block on the main queue with the token by which services know the user, or the error.
  public func getIDToken(completion: ((String?, (any Error)?) -> Void)?) {
    getIDTokenForcingRefresh(false, completion: completion)
  }

  /// Calls a block on the main queue with the token by which services know the user, renewed where that is
  /// forced, or the error.
  public func getIDTokenForcingRefresh(
    _ forceRefresh: Bool,
    completion: ((String?, (any Error)?) -> Void)?
  ) {
    let completion = completion.map { completion in
      CallQueue.Completion<String> { completion($0.success, $0.failure) }
    }
    auth.calls.read({ try await getIDToken(forcingRefresh: forceRefresh) }, then: completion)
  }

  /// Reads the user again, and calls a block when that is done; `Auth.currentUser` is the user as it is now.
  public func reload(completion: (((any Error)?) -> Void)? = nil) {
    change(then: completion) { try await reload() }
  }

  /// Removes the account, signs its user out, and calls a block when that is done.
  public func delete(completion: (((any Error)?) -> Void)? = nil) {
    change(then: completion) { try await delete() }
  }

  private func change(
    then completion: (((any Error)?) -> Void)?,
    _ operation: @escaping @Sendable () async throws -> Void
  ) {
    let completion = completion.map { completion in
      CallQueue.Completion<Void> { completion($0.failure) }
    }
    auth.calls.change(operation, then: completion)
  }
}
