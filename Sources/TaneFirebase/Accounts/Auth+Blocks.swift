// Methods with completion blocks, which are called on the main queue. Changes run in order.

extension Auth {
  /// A block that is called on the main queue with the result or the error of a sign-in.
  public typealias DataResultBlock = (AuthDataResult?, (any Error)?) -> Void

  /// Signs a user in with an email address and password, and calls a block on completion.
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
    enqueueSignIn(then: completion) { try await $0.signIn(withEmail: email, password: password) }
  }

  /// Creates an account with an email address and password, signs its user in, and calls a block on
  /// completion.
  public func createUser(
    withEmail email: String,
    password: String,
    completion: DataResultBlock? = nil
  ) {
    enqueueSignIn(then: completion) {
      try await $0.createUser(withEmail: email, password: password)
    }
  }

  /// Signs an anonymous user in, and calls a block on completion.
  public func signInAnonymously(completion: DataResultBlock? = nil) {
    enqueueSignIn(then: completion) { try await $0.signInAnonymously() }
  }

  /// Signs a user in with a credential, and calls a block on completion.
  public func signIn(with credential: AuthCredential, completion: DataResultBlock? = nil) {
    enqueueSignIn(then: completion) { try await $0.signIn(with: credential) }
  }

  /// Signs a user in with a custom token from the app's server, and calls a block on completion.
  public func signIn(withCustomToken token: String, completion: DataResultBlock? = nil) {
    enqueueSignIn(then: completion) { try await $0.signIn(withCustomToken: token) }
  }

  /// Sends a password reset code to an email address, and calls a block on completion.
  public func sendPasswordReset(
    withEmail email: String,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    change(then: completion) { try await self.sendPasswordReset(withEmail: email) }
  }

  /// Sets a new password for the account to which the code was sent, and calls a block on
  /// completion.
  public func confirmPasswordReset(
    withCode code: String,
    newPassword: String,
    completion: @escaping ((any Error)?) -> Void
  ) {
    change(then: completion) {
      try await self.confirmPasswordReset(withCode: code, newPassword: newPassword)
    }
  }

  /// Calls a block on the main queue with the email address to which a password reset code was
  /// sent, or with the error.
  public func verifyPasswordResetCode(
    _ code: String,
    completion: @escaping (String?, (any Error)?) -> Void
  ) {
    calls.change(
      { try await self.verifyPasswordResetCode(code) },
      then: MainQueueBlock { completion($0.success, $0.failure) }
    )
  }

  /// Applies a code that verifies or changes an email address, and calls a block on completion.
  public func applyActionCode(_ code: String, completion: @escaping ((any Error)?) -> Void) {
    change(then: completion) { try await self.applyActionCode(code) }
  }

  fileprivate func change(
    then completion: (((any Error)?) -> Void)?,
    _ operation: @escaping @Sendable () async throws -> Void
  ) {
    let completion = completion.map { completion in
      CallQueue.Completion<Void> { completion($0.failure) }
    }
    calls.change(operation, then: completion)
  }

  fileprivate func enqueueSignIn(
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
  /// Calls a block on the main queue with the user's ID token or the error.
  public func getIDToken(completion: ((String?, (any Error)?) -> Void)?) {
    getIDTokenForcingRefresh(false, completion: completion)
  }

  /// Calls a block on the main queue with the user's ID token, refreshed on request, or the error.
  public func getIDTokenForcingRefresh(
    _ forceRefresh: Bool,
    completion: ((String?, (any Error)?) -> Void)?
  ) {
    let completion = completion.map { completion in
      CallQueue.Completion<String> { completion($0.success, $0.failure) }
    }
    auth.calls.read({ try await getIDToken(forcingRefresh: forceRefresh) }, then: completion)
  }

  /// Reloads the user, and calls a block on completion; `Auth.currentUser` then returns the updated
  /// user.
  public func reload(completion: (((any Error)?) -> Void)? = nil) {
    change(then: completion) { try await reload() }
  }

  /// Deletes the account, signs its user out, and calls a block on completion.
  public func delete(completion: (((any Error)?) -> Void)? = nil) {
    change(then: completion) { try await delete() }
  }

  /// Adds a credential to the account, and calls a block on completion.
  public func link(with credential: AuthCredential, completion: Auth.DataResultBlock? = nil) {
    auth.enqueueSignIn(then: completion) { _ in try await link(with: credential) }
  }

  /// Removes a provider from the account, and calls a block with the user or the error.
  public func unlink(
    fromProvider provider: String,
    completion: ((AuthUser?, (any Error)?) -> Void)? = nil
  ) {
    let completion = completion.map { completion in
      CallQueue.Completion<AuthUser> { completion($0.success, $0.failure) }
    }
    auth.calls.change({ try await unlink(fromProvider: provider) }, then: completion)
  }

  /// Signs the user in again with a credential, and calls a block on completion.
  public func reauthenticate(
    with credential: AuthCredential,
    completion: Auth.DataResultBlock? = nil
  ) {
    auth.enqueueSignIn(then: completion) { _ in try await reauthenticate(with: credential) }
  }

  /// Changes the email address, and calls a block on completion.
  public func updateEmail(to email: String, completion: (((any Error)?) -> Void)? = nil) {
    change(then: completion) { try await updateEmail(to: email) }
  }

  /// Changes the password, and calls a block on completion.
  public func updatePassword(to password: String, completion: (((any Error)?) -> Void)? = nil) {
    change(then: completion) { try await updatePassword(to: password) }
  }

  /// Sends a code that verifies the email address, and calls a block on completion.
  public func sendEmailVerification(completion: (((any Error)?) -> Void)? = nil) {
    change(then: completion) { try await sendEmailVerification() }
  }

  /// Calls a block on the main queue with the user's ID token and its claims, or the error.
  public func getIDTokenResult(completion: ((AuthTokenResult?, (any Error)?) -> Void)?) {
    getIDTokenResult(forcingRefresh: false, completion: completion)
  }

  /// Calls a block on the main queue with the user's ID token, refreshed on request, and its
  /// claims, or the error.
  public func getIDTokenResult(
    forcingRefresh: Bool,
    completion: ((AuthTokenResult?, (any Error)?) -> Void)?
  ) {
    let completion = completion.map { completion in
      CallQueue.Completion<AuthTokenResult> { completion($0.success, $0.failure) }
    }
    auth.calls.read(
      { try await getIDTokenResult(forcingRefresh: forcingRefresh) },
      then: completion
    )
  }

  func change(
    then completion: (((any Error)?) -> Void)?,
    _ operation: @escaping @Sendable () async throws -> Void
  ) { auth.change(then: completion, operation) }
}
