import Synchronization

extension RemoteConfig {
  /// Calls a block whenever a newly published template differs from the activated values.
  ///
  /// The template has already been fetched when the block is called; call `activate()` to use its
  /// values. The template is polled while there are listeners. An error stops polling until another
  /// listener is added.
  ///
  /// ```swift
  /// let registration = config.addOnConfigUpdateListener { update, error in
  ///   guard let update else { return print(error ?? "") }
  ///   print(update.updatedKeys)
  ///   config.activate()
  /// }
  /// ```
  public func addOnConfigUpdateListener(
    remoteConfigUpdateCompletion listener: @escaping (RemoteConfigUpdate?, (any Error)?) -> Void
  ) -> ConfigUpdateListenerRegistration {
    listeners.add(
      MainQueueBlock { listener($0.success, $0.failure) },
      listeningTo: { self.publishedUpdates() }
    )
  }

  /// The updates that listeners receive.
  ///
  /// ```swift
  /// for try await update in config.configUpdates where update.updatedKeys.contains("theme") {
  ///   try await config.activate()
  /// }
  /// ```
  public var configUpdates: RemoteConfigUpdateSequence { RemoteConfigUpdateSequence(self) }

  /// An asynchronous sequence of the updates that listeners receive.
  public struct RemoteConfigUpdateSequence: AsyncSequence, Sendable {
    private let remoteConfig: RemoteConfig

    /// Creates a sequence of a Remote Config's updates.
    public init(_ remoteConfig: RemoteConfig) { self.remoteConfig = remoteConfig }

    /// Adds a listener, which is removed when iteration ends, and returns an iterator.
    public func makeAsyncIterator() -> AsyncThrowingStream<RemoteConfigUpdate, any Error>.Iterator {
      let stream = AsyncThrowingStream<RemoteConfigUpdate, any Error> { continuation in
        let registration = remoteConfig.addOnConfigUpdateListener { update, error in
          if let update { continuation.yield(update) } else { continuation.finish(throwing: error) }
        }
        continuation.onTermination = { _ in registration.remove() }
      }
      return stream.makeAsyncIterator()
    }
  }

  private func publishedUpdates() -> AsyncThrowingStream<RemoteConfigUpdate, any Error> {
    let templates = ObservedValues<FetchedConfig>(
      .polled(ChangeSignal(), pace) {
        do {
          return try await self.read()
        } catch let error as RemoteConfigError {
          throw RemoteConfigUpdateError(.notFetched, error.message)
        }
      },
      areSame: { $0.etag == $1.etag }
    )
    return templates.stream { _, config in self.update(with: config) }
  }

  /// Stores a published template, and returns an array with its update, or an empty array if no key
  /// changed or the template was already fetched.
  private func update(with config: FetchedConfig) -> [RemoteConfigUpdate] {
    guard config.etag != state.withLock({ $0.fetched?.etag }) else { return [] }
    let keys = config.updatedKeys(since: store(config))
    return keys.isEmpty ? [] : [RemoteConfigUpdate(updatedKeys: keys)]
  }
}

/// The difference between a published template and the active template.
public final class RemoteConfigUpdate: Sendable {
  /// The keys of parameters that were added, changed or removed.
  public let updatedKeys: Set<String>

  init(updatedKeys: Set<String>) { self.updatedKeys = updatedKeys }
}
