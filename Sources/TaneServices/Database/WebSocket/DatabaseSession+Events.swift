import TaneCore

/// The session's requests to the service and its handling of the service's messages.
extension DatabaseSession {
  func apply(_ event: DatabaseSocket.Event) {
    switch event {
    case .changes(let changes): changes.forEach(apply)
    case .listenerRevoked(let path):
      end(path, throwing: revoked(path, "read access was revoked, or the data is too large"))
    // The renewal is not awaited, since its response is delivered only after this event is handled.
    case .tokenRevoked: Task { await renewAuthorization(replacing: authorization?.token) }
    case .keepAliveIntervalElapsed: Task { await renewAuthorization(replacing: nil) }
    }
  }

  func apply(_ change: TreeWrite) {
    for (path, replica) in replicas {
      if let below = path.relative(change.path) {
        replica.apply(change.value, at: below)
      } else if let below = change.path.relative(path) {
        replica.apply(change.value[below] ?? .null, at: .root)
      }
    }
  }

  func listen(to path: TreePath, _ replica: TreeReplica, over socket: DatabaseSocket) {
    do {
      replica.expectValue()
      socket.ask(try .listenRequest(for: path)) { [weak self] result in
        // If there is no response, the request is repeated over the next connection.
        guard case .success(let reply) = result else { return }
        if reply.isSuccess { return replica.settle() }
        await self?.rejectListener(path, reply)
      }
    } catch {
      end(path, throwing: error)
    }
  }

  func rejectListener(_ path: TreePath, _ reply: SocketReply) {
    end(path, throwing: revoked(path, reply.reason))
  }

  func end(_ path: TreePath, throwing error: any Error) {
    replicas.removeValue(forKey: path)?.end(throwing: error)
  }

  func send(_ operation: DisconnectOperation, over socket: DatabaseSocket) {
    do {
      socket.ask(try .disconnectRequest(for: operation.writes)) { [weak self] result in
        guard case .success(let reply) = result else { return }
        await self?.note(reply, of: operation)
      }
    } catch {
      completeOperation(operation.number, .failure(error))
    }
  }

  func note(_ reply: SocketReply, of operation: DisconnectOperation) {
    guard !reply.isSuccess else { return completeOperation(operation.number, .success(())) }
    let code: StoreError.Code = reply.status == "permission_denied" ? .notAuthorized : .invalidData
    let error = failure(
      code,
      "the service rejected a disconnect operation: \(reply.reason)",
      operation.writes
    )
    completeOperation(operation.number, .failure(error))
  }

  /// Reports the result of a disconnect operation to its caller, and drops the operation if it
  /// failed.
  func completeOperation(_ number: Int, _ result: Result<Void, any Error>) {
    guard let index = disconnectOperations.firstIndex(where: { $0.number == number }) else {
      return
    }
    let note = disconnectOperations[index].note
    disconnectOperations[index].note = nil
    if case .failure(let error) = result, note != nil || !(error is CancellationError) {
      disconnectOperations.remove(at: index)
    }
    note?(result)
  }

  /// Ends all listeners and disconnect operations with an error, or only those that have never
  /// succeeded if `includesEstablished` is false.
  func endListeners(throwing error: any Error, includingEstablished includesEstablished: Bool) {
    for operation in disconnectOperations where operation.note != nil {
      completeOperation(operation.number, .failure(error))
    }
    if includesEstablished { disconnectOperations = [] }
    for (path, replica) in replicas where includesEstablished || !replica.isKnown {
      end(path, throwing: error)
    }
  }
}
