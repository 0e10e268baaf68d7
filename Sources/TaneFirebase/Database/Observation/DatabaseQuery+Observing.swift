import TaneCore

/// The handle that removes an observer.
public typealias DatabaseHandle = UInt

// Observers subscribe to a store that pushes its changes (`ConnectedTreeReader`). They poll any
// other store at the intervals of `ObservationPace`, and immediately after this process writes at,
// above or below the location through the same manager.

extension DatabaseQuery {
  /// Returns a sequence with the data of each event of a type: first the initial data, then every
  /// change.
  ///
  /// Changes that occur faster than they are read are combined. The sequence ends when its task is
  /// canceled, and throws an error if the store cannot be read.
  ///
  /// ```swift
  /// for try await snapshot in reference.child("sauna/temperature").observe(.value) {
  ///   print(snapshot.value as? Double ?? 0)
  /// }
  /// ```
  public func observe(
    _ eventType: DataEventType
  ) -> AsyncThrowingStream<DataSnapshot, any Error> {
    stream { $0.type == eventType ? $0.snapshot : nil }
  }

  /// Calls a block on the main queue with every event of a type, until the observer is removed.
  ///
  /// ```swift
  /// let handle = reference.child("shops").observe(.childAdded) { shop in print(shop.key) }
  /// reference.child("shops").removeObserver(withHandle: handle)
  /// ```
  ///
  /// - Parameters:
  ///   - eventType: The type of the events.
  ///   - block: The block to call with the data of each event.
  ///   - cancelBlock: The block to call with the error if the observation fails; without it, the
  ///     error is written to standard error.
  /// - Returns: The handle that removes the observer.
  @discardableResult
  public func observe(
    _ eventType: DataEventType,
    with block: @escaping (DataSnapshot) -> Void,
    withCancel cancelBlock: ((any Error) -> Void)? = nil
  ) -> DatabaseHandle {
    addObserver(of: eventType, withCancel: cancelBlock) { block($0.snapshot) }
  }

  /// Calls a block on the main queue with every event of a type and the key of the previous child,
  /// until the observer is removed.
  ///
  /// ```swift
  /// reference.child("shops").observe(
  ///   .childAdded,
  ///   andPreviousSiblingKeyWith: { shop, previous in print(shop.key, previous ?? "first") }
  /// )
  /// ```
  @discardableResult
  public func observe(
    _ eventType: DataEventType,
    andPreviousSiblingKeyWith block: @escaping (DataSnapshot, String?) -> Void,
    withCancel cancelBlock: ((any Error) -> Void)? = nil
  ) -> DatabaseHandle {
    addObserver(of: eventType, withCancel: cancelBlock) {
      block($0.snapshot, $0.previousSiblingKey)
    }
  }

  /// Returns the data of the first event of a type: for `.value` the current data, otherwise the
  /// child of the first such event.
  ///
  /// ```swift
  /// let first = try await reference.child("messages").observeSingleEvent(of: .childAdded)
  /// ```
  public func observeSingleEvent(of eventType: DataEventType) async throws -> DataSnapshot {
    try await firstEvent(of: eventType).snapshot
  }

  /// Returns the data of the first event of the given type, and the key of the previous child.
  ///
  /// As in the SDK, this does not throw. If the data cannot be read, the snapshot is empty and its
  /// `data(as:)` throws the error, which `observeSingleEvent(of:)` would throw immediately.
  ///
  /// ```swift
  /// let (snapshot, _) = await reference.observeSingleEventAndPreviousSiblingKey(of: .value)
  /// let shops = try snapshot.data(as: [Shop].self)
  /// ```
  public func observeSingleEventAndPreviousSiblingKey(
    of eventType: DataEventType
  ) async -> (DataSnapshot, String?) {
    do {
      let event = try await firstEvent(of: eventType)
      return (event.snapshot, event.previousSiblingKey)
    } catch {
      return (DataSnapshot(ref: ref, failure: error), nil)
    }
  }

  /// Calls a block on the main queue with the first event of a type.
  ///
  /// ```swift
  /// reference.child("shops").observeSingleEvent(of: .value) { shops in print(shops.childrenCount) }
  /// ```
  public func observeSingleEvent(
    of eventType: DataEventType,
    with block: @escaping (DataSnapshot) -> Void,
    withCancel cancelBlock: ((any Error) -> Void)? = nil
  ) {
    callOnFirstEvent(with: eventType, withCancel: cancelBlock) { block($0.snapshot) }
  }

  /// Calls a block on the main queue with the first event of a type and the key of the previous
  /// child.
  public func observeSingleEvent(
    of eventType: DataEventType,
    andPreviousSiblingKeyWith block: @escaping (DataSnapshot, String?) -> Void,
    withCancel cancelBlock: ((any Error) -> Void)? = nil
  ) {
    callOnFirstEvent(with: eventType, withCancel: cancelBlock) {
      block($0.snapshot, $0.previousSiblingKey)
    }
  }

  /// Removes the observer with the given handle; an unknown handle has no effect.
  ///
  /// ```swift
  /// reference.removeObserver(withHandle: handle)
  /// ```
  public func removeObserver(withHandle handle: DatabaseHandle) {
    database.observers.remove(handle)
  }

  /// Removes all observers of this query, but not those of other queries or child locations.
  ///
  /// ```swift
  /// reference.child("shops").removeAllObservers()
  /// ```
  public func removeAllObservers() {
    database.observers.removeAll { $0 == self }
  }
}

extension DatabaseQuery {
  fileprivate func addObserver(
    of type: DataEventType,
    withCancel cancel: ((any Error) -> Void)?,
    with block: @escaping (DataEvent) -> Void
  ) -> DatabaseHandle {
    database.observers.add(
      stream { $0.type == type ? $0 : nil },
      at: self,
      with: MainQueueBlock(block),
      withCancel: cancel.map { MainQueueBlock($0) }
    )
  }

  fileprivate func callOnFirstEvent(
    with type: DataEventType,
    withCancel cancel: ((any Error) -> Void)?,
    _ block: @escaping (DataEvent) -> Void
  ) {
    let completion = CallQueue.Completion<DataEvent> { result in
      switch result {
      case .success(let event): block(event)
      case .failure(let error):
        if let cancel { cancel(error) } else { UnhandledError.report(error) }
      }
    }
    database.calls.read({ try await self.firstEvent(of: type) }, then: completion)
  }

  fileprivate func firstEvent(of type: DataEventType) async throws -> DataEvent {
    for try await event in stream({ $0.type == type ? $0 : nil }) { return event }
    throw CancellationError()
  }

  /// Returns a stream that transforms each event with `element` and skips events for which it
  /// returns nil.
  fileprivate func stream<Element: Sendable>(
    _ element: @escaping @Sendable (DataEvent) -> Element?
  ) -> AsyncThrowingStream<Element, any Error> {
    let order = draft.order
    return observedValues().stream { old, new in
      DataEvent.events(from: old, to: new, orderedBy: order).compactMap(element)
    }
  }

  private func observedValues() -> ObservedValues<DataSnapshot> {
    let query = self
    if let reader = try? ref.reader().connected, (try? draft.check()) != nil {
      let trees = reader.trees(at: ref.path)
      let snapshots = AsyncThrowingStream<DataSnapshot, any Error> {
        var iterator = trees.makeAsyncIterator()
        return try await iterator.next().map { query.snapshot(selectingFrom: $0) }
      }
      return ObservedValues(.pushed(snapshots)) { $0.hasSameContent(as: $1) }
    }
    let path = ref.path
    let signal = database.changes.signal { $0.contains(path) || path.contains($0) }
    let read: @Sendable () async throws -> DataSnapshot = { try await query.snapshot() }
    return ObservedValues(.polled(signal, database.pace, read)) { $0.hasSameContent(as: $1) }
  }
}
