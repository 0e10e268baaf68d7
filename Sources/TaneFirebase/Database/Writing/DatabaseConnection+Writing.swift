import TaneCore

extension DatabaseConnection {
  /// The maximum number of attempts to change a value that other clients change concurrently, as in
  /// the SDK's transactions.
  static let maximumAttempts = 25

  /// Performs writes atomically, and notifies observers; the values must have been converted by
  /// `DatabaseValueConverter`.
  ///
  /// If the store does not support increments, reads each current value, and writes the sum only if
  /// the value has not changed since.
  func write(_ writes: [TreeWrite]) async throws {
    guard !writes.isEmpty else { return }
    try check(writes)
    let store = try store
    if store.keepsPriorities {
      try await store.updateExported(writes)
    } else if writes.contains(where: \.value.hasIncrements) {
      try await retrying { try await store.update(resolving(writes, in: store)) }
    } else {
      try await store.update(writes)
    }
    changes.publish(writes.map(\.path))
  }

  /// Repeats an operation while the store reports a conflict, up to `maximumAttempts` times.
  func retrying<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ attempt: () async throws -> Value
  ) async throws -> Value {
    for _ in 0..<Self.maximumAttempts {
      do {
        return try await attempt()
      } catch let error as StoreError where error.code == .conflict {
        continue
      }
    }
    throw FirebaseError(
      .tooManyAttempts,
      "\(name): others changed the value during each of \(Self.maximumAttempts) attempts; nothing was"
        + " written: try again later, or change a smaller part"
    )
  }

  private func resolving(
    _ writes: [TreeWrite],
    in reader: any TreeReader
  ) async throws -> [TreeWrite] {
    var resolved: [TreeWrite] = []
    for write in writes {
      guard write.value.hasIncrements else {
        resolved.append(write)
        continue
      }
      let current = try await reader.tree(at: write.path)
      let value = write.value.resolvingIncrements(from: current)
      resolved.append(TreeWrite(path: write.path, value: value, expected: current))
    }
    return resolved
  }

  /// Throws an error for paths and values that a Realtime Database cannot store, and for priorities
  /// that the store does not support.
  func check(_ writes: [TreeWrite]) throws {
    let keepsPriorities = try reader.keepsPriorities
    for write in writes {
      let isPriority = write.path.key == ExportKey.priority
      if !keepsPriorities, isPriority || write.value.hasExportKeys {
        throw FirebaseError(
          .unsupported,
          "\(address(isPriority ? write.path.parent : write.path)): the store of \(name) does not "
            + "support priorities; order by a child instead, with queryOrdered(byChild:)"
        )
      }
      let path = isPriority ? write.path.parent : write.path
      try DatabaseValidator.check(path, in: name)
      let plain = write.value.resolvingIncrements(from: nil).withoutPriorities()
      try DatabaseValidator.check(plain, at: path, in: name)
    }
  }
}
