import TaneCore
public import TaneMapping

// Writes with completion blocks. A value is converted to a tree before the method returns, so the
// caller can change it afterward. Methods that do not throw pass all errors, including errors about
// the value, to the block.

extension DatabaseReference {
  /// A block that is called on the main queue after a write, with the error if the write failed.
  public typealias CompletionBlock = ((any Error)?, DatabaseReference) -> Void

  /// Replaces the value at this location, and returns immediately.
  ///
  /// Writes to one database run in order. An error is written to standard error, because no block
  /// receives it.
  public func setValue(_ value: Any?) {
    change { [try write(of: value)] }
  }

  /// Replaces the value at this location, and calls a block on completion.
  ///
  /// ```swift
  /// reference.child("shops/0/name").setValue("麺屋") { error, reference in
  ///   print(error?.localizedDescription ?? "wrote \(reference)")
  /// }
  /// ```
  public func setValue(_ value: Any?, withCompletionBlock block: @escaping CompletionBlock) {
    change(then: block) { [try write(of: value)] }
  }

  /// Replaces the value and the priority at this location, and returns immediately.
  public func setValue(_ value: Any?, andPriority priority: Any?) {
    change { [try write(of: value, priority: priority)] }
  }

  /// Replaces the value and the priority at this location, and calls a block on completion.
  public func setValue(
    _ value: Any?,
    andPriority priority: Any?,
    withCompletionBlock block: @escaping CompletionBlock
  ) {
    change(then: block) { [try write(of: value, priority: priority)] }
  }

  /// Replaces the value at this location with an encoded value, and calls a block on completion; as
  /// in the Firebase SDK, there is no async form.
  ///
  /// ```swift
  /// try reference.child("shops/0").setValue(from: shop) { error in print(error ?? "wrote it") }
  /// ```
  ///
  /// - Throws: The error for a value that cannot be encoded, in which case the block is not called.
  public func setValue<Value: Encodable>(
    from value: Value,
    encoder: TreeEncoder = TreeEncoder(),
    completion: (((any Error)?) -> Void)? = nil
  ) throws {
    let writes = try writes(from: value, by: encoder)
    change(then: completion.map { completion in { error, _ in completion(error) } }) { writes }
  }

  /// Sets the priority at this location, and returns immediately.
  public func setPriority(_ priority: Any?) {
    change { try writes(ofPriority: priority) }
  }

  /// Sets the priority at this location, and calls a block on completion.
  public func setPriority(_ priority: Any?, withCompletionBlock block: @escaping CompletionBlock) {
    change(then: block) { try writes(ofPriority: priority) }
  }

  /// Replaces the values of some nodes below this location, and returns immediately.
  public func updateChildValues(_ values: [AnyHashable: Any]) {
    change { try writes(of: values) }
  }

  /// Replaces the values of some nodes below this location, and calls a block on completion.
  public func updateChildValues(
    _ values: [AnyHashable: Any],
    withCompletionBlock block: @escaping CompletionBlock
  ) {
    change(then: block) { try writes(of: values) }
  }

  /// Removes the value at this location, and returns immediately.
  public func removeValue() {
    change { [TreeWrite(path: path, value: .null)] }
  }

  /// Removes the value at this location, and calls a block on completion.
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

  /// Performs an operation that changes the database, and calls a block on completion.
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
