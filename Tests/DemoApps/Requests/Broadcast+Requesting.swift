extension Broadcast {
  /// Makes a request and broadcasts its state.
  ///
  /// No other request is made while one is pending. A request whose task is canceled resets the
  /// state.
  ///
  /// ```swift
  /// func load() async { await _shops.request(getShops.getAll) }
  /// ```
  public func request<Answer>(
    _ answer: @Sendable () async throws -> Answer
  ) async where Value == RequestState<Answer> {
    guard update({ $0.isRequesting ? nil : .requesting }) else { return }
    let state: RequestState<Answer>
    do {
      state = .success(try await answer())
    } catch {
      state = .error(error)
    }
    wrappedValue = Task.isCancelled ? .none : state
  }

  /// Broadcasts each value of a sequence as a response.
  ///
  /// The state is `requesting` until the first value, and `none` again when the task is canceled.
  ///
  /// ```swift
  /// func followItems() async { await _items.follow { [useCase] in try useCase.items() } }
  /// ```
  public func follow<Answer>(
    _ answers: @Sendable () throws -> any AsyncSequence<Answer, any Error>
  ) async where Value == RequestState<Answer> {
    wrappedValue = .requesting
    do {
      for try await answer in try answers() { wrappedValue = .success(answer) }
    } catch {
      wrappedValue = .error(error)
    }
    if Task.isCancelled { wrappedValue = .none }
  }
}
