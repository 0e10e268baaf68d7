import Synchronization
import TaneCore

/// A client's session with a database over WebSocket: its listeners and its disconnect operations.
///
/// The session connects when the first listener or operation is added. A broken connection is
/// reopened after increasing delays, and the state is restored. Disconnect operations are
/// registered again, because the service ran them when the old connection ended. Repeated errors
/// end listeners and operations that have never succeeded. All others are retried without limit.
actor DatabaseSession {
  let location: DatabaseLocation
  let client: ServiceClient
  /// The task that opens and maintains connections, while one is needed.
  nonisolated let connectionTask = Mutex<Task<Void, Never>?>(nil)

  var disconnectOperations: [DisconnectOperation] = []
  var lastDisconnectOperation = 0
  var replicas: [TreePath: TreeReplica] = [:]
  /// The current connection, before or after the service's greeting.
  var current: DatabaseSocket?
  /// The current connection once the state has been restored over it, otherwise nil.
  var socket: DatabaseSocket?
  var isEnding = false
  var disconnectContinuations: [CheckedContinuation<Void, Never>] = []
  /// The host that the service has redirected to, if any.
  var host: String?
  /// The authorization last sent over the connection.
  var authorization: ServiceAuthorization?
  /// The number of times a user has signed in or out.
  var userChangeCount = 0
  /// A Boolean value indicating whether the authorization is being sent over the current
  /// connection.
  var isSendingAuthorization = false

  init(location: DatabaseLocation, client: ServiceClient) {
    self.location = location
    self.client = client
  }

  /// Registers disconnect operations, and returns when the service has confirmed them.
  func registerDisconnectWrites(_ writes: [TreeWrite]) async throws {
    lastDisconnectOperation += 1
    let number = lastDisconnectOperation
    let request = try SocketRequest.disconnectRequest(for: writes)
    guard request.size <= RealtimeDatabaseClient.maximumMessageBytes else {
      throw failure(.tooLarge, tooLarge(request), writes)
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let operation = DisconnectOperation(number: number, writes: writes) {
          continuation.resume(with: $0)
        }
        disconnectOperations.append(operation)
        if let socket { send(operation, over: socket) } else { start() }
        if Task.isCancelled { completeOperation(number, .failure(CancellationError())) }
      }
    } onCancel: {
      Task { await self.completeOperation(number, .failure(CancellationError())) }
    }
  }

  /// Cancels the disconnect operations at and below a path, and returns when the service has
  /// removed them.
  func cancelDisconnectOperations(at path: TreePath) async throws {
    for index in disconnectOperations.indices { disconnectOperations[index].cancel(at: path) }
    for operation in disconnectOperations where operation.writes.isEmpty {
      operation.note?(.success(()))
    }
    disconnectOperations.removeAll { $0.writes.isEmpty }
    // Without a connection, the service has no disconnect operations.
    guard let socket else { return }
    do {
      let reply = try await socket.ask(.cancelRequest(at: path))
      guard reply.isSuccess else {
        throw failure(.invalidData, "the service rejected the request: \(reply.reason)", at: path)
      }
    } catch is DatabaseSocket.ConnectionEnded {
      throw failure(
        .unreachable,
        "the connection was lost before the service responded, and the disconnect operations at "
          + "\(path) may have been executed",
        at: path
      )
    }
  }

  /// Adds a reader of the node at a path, and returns the reader's number for
  /// `removeReader(_:at:)`.
  func addReader(_ reader: TreeReplica.Readers.Continuation, of path: TreePath) -> Int {
    if let replica = replicas[path] { return replica.add(reader) }
    let replica = TreeReplica()
    replicas[path] = replica
    let number = replica.add(reader)
    if let socket { listen(to: path, replica, over: socket) } else { start() }
    return number
  }

  func removeReader(_ number: Int, at path: TreePath) {
    guard let replica = replicas[path] else { return }
    replica.removeReader(number)
    guard replica.hasNoReaders else { return }
    replicas[path] = nil
    if let socket, let request = try? SocketRequest.stopListeningRequest(for: path) {
      socket.ask(request) { _ in }
    }
  }

  /// Ends the connection, so that the service runs the disconnect operations; listeners continue on
  /// a new connection.
  func disconnect() async {
    for operation in disconnectOperations { operation.note?(.failure(CancellationError())) }
    disconnectOperations = []
    guard let current else { return }
    isEnding = true
    current.close()
    await withCheckedContinuation { disconnectContinuations.append($0) }
  }

  /// Ends the session immediately; called when it is no longer used.
  nonisolated func cancelConnection() {
    connectionTask.withLock { $0 }?.cancel()
  }
}

extension DatabaseSession {
  var address: WebAddress {
    get throws {
      let url = location.socketURL(host: host)
      guard let address = WebAddress(url) else {
        throw failure(.unsupported, "the host \(hostName) cannot be reached")
      }
      return address
    }
  }

  var hostName: String {
    host ?? WebAddress(location.origin)?.host ?? location.origin
  }

  /// Returns true if a redirect to a host is trusted: it is a Google host or, for an emulator, the
  /// emulator's own host or this machine.
  func isTrusted(_ host: String) -> Bool {
    guard let address = WebAddress(location.socketURL(host: host)),
      let own = WebAddress(location.origin)
    else { return false }
    return location.isEmulator
      ? address.host == own.host || address.isLoopback : GoogleHosts.isTrusted(address)
  }

  func failure(
    _ code: StoreError.Code,
    _ message: String,
    _ writes: [TreeWrite] = []
  ) -> StoreError {
    StoreError(code, service: client.service, message, paths: writes.map(\.path))
  }

  func failure(
    _ code: StoreError.Code,
    _ message: String,
    at path: TreePath
  ) -> StoreError {
    StoreError(code, service: client.service, message, paths: [path])
  }

  func revoked(_ path: TreePath, _ reason: String) -> StoreError {
    failure(.notAuthorized, "the service ended the subscription to \(path): \(reason)", at: path)
  }

  var tooManyRedirectsError: StoreError {
    failure(.invalidResponse, "the service sent too many redirects between hosts")
  }

  func tooLarge(_ request: SocketRequest) -> String {
    "the disconnect operations take up \(counted(request.size, "byte")); the Realtime Database "
      + "allows up to \(counted(RealtimeDatabaseClient.maximumMessageBytes, "byte")); write less data"
  }
}
