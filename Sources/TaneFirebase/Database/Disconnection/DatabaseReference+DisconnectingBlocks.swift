import TaneCore

extension DatabaseReference {
  /// Replaces the value at this location when the connection ends; returns before the operation is
  /// registered.
  public func onDisconnectSetValue(_ value: Any?) {
    registerDisconnectWrites { [try write(of: value)] }
  }

  /// Replaces the value at this location when the connection ends, and calls a block once the
  /// operation is registered.
  public func onDisconnectSetValue(
    _ value: Any?,
    withCompletionBlock block: @escaping CompletionBlock
  ) {
    registerDisconnectWrites(then: block) { [try write(of: value)] }
  }

  /// Replaces the value and priority at this location when the connection ends; returns before the
  /// operation is registered.
  public func onDisconnectSetValue(_ value: Any?, andPriority priority: Any?) {
    registerDisconnectWrites { [try write(of: value, priority: priority)] }
  }

  /// Replaces the value and priority at this location when the connection ends, and calls a block
  /// once the operation is registered.
  public func onDisconnectSetValue(
    _ value: Any?,
    andPriority priority: Any?,
    withCompletionBlock block: @escaping CompletionBlock
  ) {
    registerDisconnectWrites(then: block) { [try write(of: value, priority: priority)] }
  }

  /// Replaces the values of some nodes below this location when the connection ends; returns before
  /// the operation is registered.
  public func onDisconnectUpdateChildValues(_ values: [AnyHashable: Any]) {
    registerDisconnectWrites { try writes(of: values) }
  }

  /// Replaces the values of some nodes below this location when the connection ends, and calls a
  /// block once the operation is registered.
  public func onDisconnectUpdateChildValues(
    _ values: [AnyHashable: Any],
    withCompletionBlock block: @escaping CompletionBlock
  ) {
    registerDisconnectWrites(then: block) { try writes(of: values) }
  }

  /// Removes the value at this location when the connection ends; returns before the operation is
  /// registered.
  public func onDisconnectRemoveValue() {
    registerDisconnectWrites { [TreeWrite(path: path, value: .null)] }
  }

  /// Removes the value at this location when the connection ends, and calls a block once the
  /// operation is registered.
  public func onDisconnectRemoveValue(completionBlock block: @escaping CompletionBlock) {
    registerDisconnectWrites(then: block) { [TreeWrite(path: path, value: .null)] }
  }

  /// Cancels the disconnect operations at and below this location; returns before they are
  /// canceled.
  public func cancelDisconnectOperations() {
    call(then: nil) { try await self.cancelDisconnectOperations() }
  }

  /// Cancels the disconnect operations at and below this location, and calls a block on completion.
  public func cancelDisconnectOperations(completionBlock block: CompletionBlock?) {
    call(then: block) { try await self.cancelDisconnectOperations() }
  }

  private func registerDisconnectWrites(
    then block: CompletionBlock? = nil,
    _ writes: () throws -> [TreeWrite]
  ) {
    let writes = Result { try writes() }
    call(then: block) { try await self.registerDisconnectWrites(writes.get()) }
  }
}
