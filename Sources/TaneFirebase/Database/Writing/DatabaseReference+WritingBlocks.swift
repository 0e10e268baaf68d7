import TaneCore
public import TaneMapping

// The writes of code that does not wait for them. A value becomes a tree before the method returns, so the
// caller may go on to change it; errors, those of the value included, come to the block.

extension DatabaseReference {
  /// A block called on the main queue when a write has ended, with the error if it failed.
  public typealias CompletionBlock = ((any Error)?, DatabaseReference) -> Void

  /// Replaces the value here, without waiting for it.
  ///
  /// Writes to one database are made in the order in which they are asked for. An error is written to
  /// standard error: nobody else hears of it.
  public func setValue(_ value: Any?) {
    change { [try write(of: value)] }
  }

  /// Replaces the value here, and calls a block when that is done.
  ///
  /// ```swift
  /// reference.child("shops/0/name").setValue("麺屋") { error, reference in
  ///   print(error?.localizedDescription ?? "wrote \(reference)")
  /// }
  /// ```
  public func setValue(_ value: Any?, withCompletionBlock block: @escaping CompletionBlock) {
    change(then: block) { [try write(of: value)] }
  }

  /// Replaces the value here and its priority, without waiting for it.
  public func setValue(_ value: Any?, andPriority priority: Any?) {
    change { [try write(of: value, priority: priority)] }
  }

  /// Replaces the value here and its priority, and calls a block when that is done.
  public func setValue(
    _ value: Any?,
    andPriority priority: Any?,
    withCompletionBlock block: @escaping CompletionBlock
  ) {
    change(then: block) { [try write(of: value, priority: priority)] }
  }

  /// Replaces the value here by what a value of an `Encodable` type encodes, and calls a block when that is
  /// done.
  ///
  /// - Throws: The error of the type where it cannot be encoded; the block is not called then.
  public func setValue<Value: Encodable>(
    from value: Value,
    encoder: TreeEncoder = TreeEncoder(),
    completion: (((any Error)?) -> Void)? = nil
  ) throws {
    let writes = try writes(from: value, by: encoder)
    change(then: completion.map { completion in { error, _ in completion(error) } }) { writes }
  }

  /// Sets the priority of the value here, without waiting for it.
  public func setPriority(_ priority: Any?) {
    change { try writes(ofPriority: priority) }
  }

  /// Sets the priority of the value here, and calls a block when that is done.
  public func setPriority(_ priority: Any?, withCompletionBlock block: @escaping CompletionBlock) {
    change(then: block) { try writes(ofPriority: priority) }
  }

  /// Replaces the values of some nodes below this one, without waiting for it.
  public func updateChildValues(_ values: [AnyHashable: Any]) {
    change { try writes(of: values) }
  }

  /// Replaces the values of some nodes below this one, and calls a block when that is done.
  public func updateChildValues(
    _ values: [AnyHashable: Any],
    withCompletionBlock block: @escaping CompletionBlock
  ) {
    change(then: block) { try writes(of: values) }
  }

  /// Removes the value here, without waiting for it.
  public func removeValue() {
    change { [TreeWrite(path: path, value: .null)] }
  }

  /// Removes the value here, and calls a block when that is done.
  public func removeValue(completionBlock block: @escaping CompletionBlock) {
    change(then: block) { [TreeWrite(path: path, value: .null)] }
  }

  private func change(
    then block: CompletionBlock? = nil,
    _ writes: () throws -> [TreeWrite]
  ) {
    let writes = Result { try writes() }
    call(then: block) { [database] in try await database.write(writes.get()) }
  }

  /// Does something that changes the database, and calls a block when that is done.
  func call(
    then block: CompletionBlock?,
    _ operation: @escaping @Sendable () async throws -> Void
  ) {
    let completion = block.map { block in
      CallQueue.Completion<Void> { block($0.failure, self) }
    }
    database.calls.change(operation, then: completion)
  }
}
