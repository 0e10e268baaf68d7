public import Foundation

// Methods with completion blocks, which are called on the main queue.

extension RemoteConfig {
  /// Calls a block with nil, or with an error if the environment has no Remote Config.
  public func ensureInitialized(completionHandler: @escaping ((any Error)?) -> Void) {
    call({ try await self.ensureInitialized() }) { completionHandler($0.failure) }
  }

  /// Fetches the template unless the last fetch was within `minimumFetchInterval`, and calls a
  /// block with the result.
  ///
  /// ```swift
  /// config.fetch { status, error in
  ///   guard status == .success else { return print(error ?? "") }
  ///   config.activate()
  /// }
  /// ```
  public func fetch(
    completionHandler: ((RemoteConfigFetchStatus, (any Error)?) -> Void)? = nil
  ) {
    call({ try await self.fetch() }, then: completionHandler.map(Self.fetched))
  }

  /// Fetches the template unless the last fetch was within `expirationDuration` seconds, and calls
  /// a block with the result.
  public func fetch(
    withExpirationDuration expirationDuration: TimeInterval,
    completionHandler: ((RemoteConfigFetchStatus, (any Error)?) -> Void)? = nil
  ) {
    call(
      { try await self.fetch(withExpirationDuration: expirationDuration) },
      then: completionHandler.map(Self.fetched)
    )
  }

  /// Fetches the template, activates its values, and calls a block with the result.
  public func fetchAndActivate(
    completionHandler: ((RemoteConfigFetchAndActivateStatus, (any Error)?) -> Void)? = nil
  ) {
    call(
      { try await self.fetchAndActivate() },
      then: completionHandler.map { block in { block($0.success ?? .error, $0.failure) } }
    )
  }

  /// Makes the fetched values available, then calls a block with a Boolean value indicating whether
  /// the active template changed.
  ///
  /// The values are available when this method returns.
  public func activate(completion: ((Bool, (any Error)?) -> Void)? = nil) {
    let isChanged = activateFetched()
    guard let completion else { return }
    MainQueueBlock { completion($0, nil) }.enqueue(isChanged)
  }

  private static func fetched(
    _ block: @escaping (RemoteConfigFetchStatus, (any Error)?) -> Void
  ) -> (Result<RemoteConfigFetchStatus, any Error>) -> Void {
    { result in
      switch result {
      case .success(let status): block(status, nil)
      case .failure(let error): block(RemoteConfigFetchStatus(error), error)
      }
    }
  }

  /// Starts an operation, which runs concurrently with other operations, and calls a block with the
  /// result.
  private func call<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value,
    then completion: ((Result<Value, any Error>) -> Void)?
  ) {
    CallQueue().change(operation, then: completion.map { CallQueue.Completion<Value>($0) })
  }
}
