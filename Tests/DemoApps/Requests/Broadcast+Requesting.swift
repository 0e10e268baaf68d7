extension Broadcast {
  /// Makes a request and broadcasts how far it has come.
  ///
  /// While a request is awaited another one is not made. One whose task is cancelled counts as never made.
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

  /// Follows values for as long as there are any, and broadcasts each of them as an answer.
  ///
  /// Until the first one is there the state is `requesting`; when the task is cancelled it is `none` again.
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
