import TaneCore

extension DatabaseReference {
  /// Replaces the value here when the connection of this process ends; nobody waits for that to be noted.
  public func onDisconnectSetValue(_ value: Any?) {
    leave { [try write(of: value)] }
  }

  /// Replaces the value here when the connection of this process ends, and calls a block when that is noted.
  public func onDisconnectSetValue(
    _ value: Any?,
    withCompletionBlock block: @escaping CompletionBlock
  ) {
    leave(then: block) { [try write(of: value)] }
  }

  /// Replaces the value here and its priority when the connection of this process ends; nobody waits for
  /// that to be noted.
  public func onDisconnectSetValue(_ value: Any?, andPriority priority: Any?) {
    leave { [try write(of: value, priority: priority)] }
  }

  /// Replaces the value here and its priority when the connection of this process ends, and calls a block
  /// when that is noted.
  public func onDisconnectSetValue(
    _ value: Any?,
    andPriority priority: Any?,
    withCompletionBlock block: @escaping CompletionBlock
  ) {
    leave(then: block) { [try write(of: value, priority: priority)] }
  }

  /// Replaces the values of some nodes below this one when the connection of this process ends; nobody
  /// waits for that to be noted.
  public func onDisconnectUpdateChildValues(_ values: [AnyHashable: Any]) {
    leave { try writes(of: values) }
  }

  /// Replaces the values of some nodes below this one when the connection of this process ends, and calls a
  /// block when that is noted.
  public func onDisconnectUpdateChildValues(
    _ values: [AnyHashable: Any],
    withCompletionBlock block: @escaping CompletionBlock
  ) {
    leave(then: block) { try writes(of: values) }
  }

  /// Removes the value here when the connection of this process ends; nobody waits for that to be noted.
  public func onDisconnectRemoveValue() {
    leave { [TreeWrite(path: path, value: .null)] }
  }

  /// Removes the value here when the connection of this process ends, and calls a block when that is noted.
  public func onDisconnectRemoveValue(completionBlock block: @escaping CompletionBlock) {
    leave(then: block) { [TreeWrite(path: path, value: .null)] }
  }

  /// Forgets what was to be written here and below when the connection of this process ends, without
  /// waiting for it.
  public func cancelDisconnectOperations() {
    call(then: nil) { try await self.cancelDisconnectOperations() }
  }

  /// Forgets what was to be written here and below when the connection of this process ends, and calls a
  /// block when that is done.
  public func cancelDisconnectOperations(completionBlock block: CompletionBlock?) {
    call(then: block) { try await self.cancelDisconnectOperations() }
  }

  private func leave(
    then block: CompletionBlock? = nil,
    _ writes: () throws -> [TreeWrite]
  ) {
    let writes = Result { try writes() }
    call(then: block) { try await self.leave(writes.get()) }
  }
}
