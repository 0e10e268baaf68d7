#if Network
import HTTPTypes
import SwiftProtobuf
import Synchronization
import TaneCore
import TaneFirestoreMessages

/// The Listen stream of a client, which all observers share.
///
/// It is reopened if it breaks, and resumes at its last state. Observers receive a new state only
/// when the service reports that the received changes are consistent.
actor ListenSession {
  /// A closure that opens a connection for a stream.
  typealias Connector = @Sendable (WebAddress) async throws -> GRPCLink
  typealias Reader = AsyncThrowingStream<[StoredDocument], any Error>.Continuation

  private struct Target {
    var replica: ListenReplica
    let reader: Reader
    /// A Boolean value indicating whether the reader has received documents.
    var hasDocuments = false
    /// The number of consecutive streams for this reader that failed to open or broke before the
    /// first complete state.
    var failures = 0
  }

  /// A period in which documents are polled, because the network blocks HTTP/2.
  private struct PollingPeriod {
    static let shortest = Duration.seconds(60)
    static let longest = Duration.seconds(3600)

    /// The current length of the period; zero while the network allows HTTP/2.
    var length = Duration.zero
    /// The uptime at which the period ends.
    var end = Duration.zero
  }

  /// The reason a stream or an attempt to open one ended.
  private enum EndReason {
    /// The client ended the stream: no observers are left, or the user has changed.
    case idle
    case broken(any Error)
    case refused(any Error)
    /// The service rejected the token.
    case unauthenticated(any Error)
  }

  private static let method = "google.firestore.v1.Firestore/Listen"

  private let location: FirestoreLocation
  private let client: ServiceClient
  /// The function that opens a connection.
  private let open: Connector
  private let polling = Mutex(PollingPeriod())
  /// The task that opens and maintains the stream.
  ///
  /// It is outside the actor's isolation, so that it can be canceled from any thread.
  private let connectionTask = Mutex<Task<Void, Never>?>(nil)
  private var targets: [Int: Target] = [:]
  private var lastHandle = 0
  private var lastID: Int32 = 0
  /// The number of consecutive streams for any reader that failed to open or broke before the first
  /// complete state.
  private var failures = 0
  /// The pause before the next attempt; adding an observer ends it early.
  private var pausing: Task<Void, any Error>?
  private var requests: AsyncStream<[UInt8]>.Continuation?
  /// The number of times a user has signed in or out; each stream remembers the number at which it
  /// began.
  private var generation = 0
  /// A Boolean value indicating whether the service has sent anything over the current stream.
  private var hasReceivedMessage = false
  /// A Boolean value indicating whether the client ended the stream because the service sent
  /// nothing.
  private var isSilent = false
  /// A Boolean value indicating whether the service has sent a consistent state of all targets over
  /// the current stream.
  private var hasConsistentState = false
  private var authorization: ServiceAuthorization?
  /// The rejected token, if nothing has been received since.
  private var refusedToken: String?

  init(
    _ location: FirestoreLocation,
    _ client: ServiceClient,
    open: @escaping Connector
  ) {
    (self.location, self.client, self.open) = (location, client, open)
  }

  /// A Boolean value indicating whether documents must be polled because the network blocks HTTP/2:
  /// for one minute, doubled at each further failure up to one hour.
  nonisolated var mustPoll: Bool {
    let now = client.connection.clock.uptime()
    return polling.withLock { $0.end > now }
  }

  /// Ends the stream permanently.
  nonisolated func cancelConnection() { connectionTask.withLock { $0 }?.cancel() }

  /// Adds a reader of the documents in a scope, and returns a handle for removing it.
  func addReader(_ reader: Reader, of scope: DocumentScope) -> Int {
    lastHandle += 1
    lastID += 1
    let replica = ListenReplica(id: lastID, scope, of: location.database)
    targets[lastHandle] = Target(replica: replica, reader: reader)
    send { $0.addTarget = replica.request }
    // Pending retries are attempted immediately; if this fails, the pauses continue to increase.
    pausing?.cancel()
    start()
    return lastHandle
  }

  func removeReader(_ handle: Int) {
    guard let target = targets.removeValue(forKey: handle) else { return }
    guard !targets.isEmpty else { return finishStream() }
    send { $0.removeTarget = target.replica.id }
  }

  /// Restarts the stream after the user has changed, since permissions may differ.
  func restartStream() {
    generation += 1
    refusedToken = nil
    for handle in targets.keys {
      lastID += 1
      targets[handle]?.replica.restart(as: lastID)
    }
    finishStream()
  }

  // MARK: Connecting

  private func start() {
    connectionTask.withLock { connectionTask in
      guard connectionTask == nil else { return }
      connectionTask = Task { await keepConnected() }
    }
  }

  private func keepConnected() async {
    while !targets.isEmpty, !Task.isCancelled {
      (hasReceivedMessage, isSilent, hasConsistentState) = (false, false, false)
      let streamGeneration = generation
      let end = await maintainStream(streamGeneration)
      for handle in targets.keys { targets[handle]?.replica.disconnect() }
      if hasConsistentState || generation != streamGeneration { resetFailures() }
      // Errors for the previous user do not apply to the current one.
      guard generation == streamGeneration else { continue }
      switch end {
      case .idle: continue
      case .refused(let error): failTargets(error) { _ in true }
      case .unauthenticated(let error):
        // A token that worked before may have expired; if a new one is rejected as well, no token
        // works.
        guard refusedToken == nil, client.connection.canRenewToken else {
          refusedToken = nil
          failTargets(error) { _ in true }
          continue
        }
        refusedToken = authorization?.token
        noteFailure()
        await pause()
      case .broken(let error):
        noteFailure()
        // Readers that have received documents remain, and receive more after a reconnection.
        let attempts = client.connection.policy.attempts
        failTargets(error) { !$0.hasDocuments && $0.failures >= attempts }
        await pause(isRateLimited: (error as? StoreError)?.code == .rateLimited)
      }
    }
    if Task.isCancelled { failTargets(CancellationError()) { _ in true } }
    connectionTask.withLock { $0 = nil }
  }

  private func resetFailures() {
    failures = 0
    for handle in targets.keys { targets[handle]?.failures = 0 }
  }

  private func noteFailure() {
    failures += 1
    for handle in targets.keys { targets[handle]?.failures += 1 }
  }

  private func failTargets(_ error: any Error, _ isConcerned: (Target) -> Bool) {
    for (handle, target) in targets where isConcerned(target) {
      targets[handle] = nil
      target.reader.finish(throwing: error)
    }
  }

  /// Waits before the next attempt, for the maximum delay if the service reports too many requests.
  private func pause(isRateLimited: Bool = false) async {
    let (policy, clock) = (client.connection.policy, client.connection.clock)
    let delay = policy.delay(
      after: failures,
      requested: isRateLimited ? policy.maximumDelay : nil,
      random: clock.random()
    )
    let wait = Task { try await clock.sleep(delay) }
    if !isRateLimited { pausing = wait }
    defer { pausing = nil }
    await withTaskCancellationHandler {
      _ = await wait.result
    } onCancel: {
      wait.cancel()
    }
  }

  private var call: ServiceCall {
    ServiceCall(method: .post, url: "\(location.origin)/\(Self.method)", retry: .never)
  }

  /// Opens and maintains a stream; returns the reason it ended.
  private func maintainStream(_ streamGeneration: Int) async -> EndReason {
    let call = call
    defer { finishStream() }
    do {
      authorization = try await client.connection.authorization(
        for: call,
        of: client.service,
        refusing: refusedToken
      )
      guard let address = WebAddress(call.url) else { return .refused(CancellationError()) }
      let link = try await open(address)
      guard !targets.isEmpty, generation == streamGeneration else {
        link.close()
        return .idle
      }
      let (messages, requests) = AsyncStream<[UInt8]>.makeStream()
      self.requests = requests
      for target in targets.values { send { $0.addTarget = target.replica.request } }
      let silence = silence(of: streamGeneration)
      defer { silence.cancel() }
      let status = try await link.call(Self.method, fields, messages) { bytes in
        try await self.take(bytes, streamGeneration)
      }
      return end(status, of: call)
    } catch let failure as TransportFailure where failure.reason == .noHTTP2 {
      return .refused(noHTTP2(call, failure))
    } catch let failure as TransportFailure {
      return .broken(client.error(.unreachable, call, failure.explanation(host: call.host)))
    } catch let problem as GRPCFrameCodec.Problem {
      return .broken(client.error(.invalidResponse, call, "a message cannot be read: \(problem)"))
    } catch let error as StoreError where error.isRetryable {
      return .broken(error)
    } catch {
      return .refused(error)
    }
  }

  /// Returns the error for observers if the network does not support HTTP/2, and logs it once.
  private func noHTTP2(_ call: ServiceCall, _ failure: TransportFailure) -> StoreError {
    let now = client.connection.clock.uptime()
    let isFirst = polling.withLock { period in
      let last = period.length
      period.length =
        last == .zero ? PollingPeriod.shortest : min(last * 2, PollingPeriod.longest)
      period.end = now + period.length
      return last == .zero
    }
    if isFirst {
      let log = client.connection.log
      var record = RequestRecord(id: log.nextID(), TransportRequest(call.method, call.url))
      record.result = .failure("\(failure.words): documents are polled instead")
      log.note(record)
    }
    return client.error(.unsupported, call, failure.explanation(host: call.host))
  }

  private func end(_ status: GRPCLink.Status?, of call: ServiceCall) -> EndReason {
    guard let status else {
      guard isSilent else { return .idle }
      let seconds = client.connection.policy.timeout.components.seconds
      return .broken(client.error(.unreachable, call, "nothing was received within \(seconds) s"))
    }
    let failure = FirestoreFailure(status)
    let error = FirestoreClient.error(for: failure, of: call, by: client)
    // A stream that ends without an error has reached its maximum age.
    if status.code == 0 || failure.isTemporary || ["CANCELLED", "UNKNOWN"].contains(failure.status)
    {
      return .broken(error)
    }
    return failure.status == "UNAUTHENTICATED" ? .unauthenticated(error) : .refused(error)
  }

  private var fields: [(String, String)] {
    let database = "\(location.database)"
    var fields = [
      ("google-cloud-resource-prefix", database),
      ("x-goog-request-params", "database=\(PercentEncoding.encodeURLPart(database))"),
    ]
    guard let authorization else { return fields }
    fields.append(("authorization", "Bearer \(authorization.token)"))
    for field in authorization.fields {
      fields.append((field.name.rawName.lowercased(), field.value))
    }
    return fields
  }

  /// Starts a task that ends the stream if nothing is received within the request timeout.
  private func silence(of streamGeneration: Int) -> Task<Void, any Error> {
    let connection = client.connection
    return Task { [weak self] in
      try await connection.clock.sleep(connection.policy.timeout)
      try Task.checkCancellation()
      await self?.endSilentStream(of: streamGeneration)
    }
  }

  private func endSilentStream(of streamGeneration: Int) {
    guard !hasReceivedMessage, generation == streamGeneration else { return }
    isSilent = true
    finishStream()
  }

  private func finishStream() {
    requests?.finish()
    requests = nil
  }

  private func send(_ change: (inout ProtoListenRequest) -> Void) {
    guard let requests else { return }
    let request = ProtoListenRequest.with { request in
      request.database = "\(location.database)"
      change(&request)
    }
    // Messages of this kind can always be encoded.
    if let bytes: [UInt8] = try? request.serializedBytes() { requests.yield(bytes) }
  }

  // MARK: Receiving

  private func take(_ bytes: [UInt8], _ streamGeneration: Int) throws {
    guard generation == streamGeneration else { return }
    if !hasReceivedMessage { polling.withLock { $0.length = .zero } }
    (hasReceivedMessage, refusedToken) = (true, nil)
    do {
      let response = try ProtoListenResponse(serializedBytes: bytes)
      switch response.responseType {
      case .targetChange(let change): take(change)
      case .documentChange(let change): try take(change)
      case .documentDelete(let change): try remove(change.document, change.removedTargetIds)
      case .documentRemove(let change): try remove(change.document, change.removedTargetIds)
      case .filter(let filter): check(filter)
      case nil: break
      }
    } catch {
      throw client.error(
        .invalidResponse,
        call,
        "the service sent a message that cannot be read: \(error)"
      )
    }
  }

  private func take(_ change: ProtoTargetChange) {
    if change.targetChangeType == .remove {
      let status = GRPCLink.Status(code: Int(change.cause.code), message: change.cause.message)
      return remove(change.targetIds, FirestoreFailure(status))
    }
    for handle in targetHandles(for: change.targetIds, orAll: true) {
      targets[handle]?.replica.take(change)
    }
    // Only a message without target IDs and with a read time marks a consistent state of all
    // targets.
    guard change.targetChangeType == .noChange, change.targetIds.isEmpty, change.hasReadTime else {
      return
    }
    if targets.values.allSatisfy(\.replica.isCurrent) { hasConsistentState = true }
    for handle in targets.keys.sorted() {
      guard let documents = targets[handle]?.replica.changedDocuments() else { continue }
      targets[handle]?.hasDocuments = true
      targets[handle]?.reader.yield(documents)
    }
  }

  /// Ends the targets that the service has removed.
  private func remove(_ ids: [Int32], _ failure: FirestoreFailure) {
    for handle in targetHandles(for: ids) {
      let target = targets.removeValue(forKey: handle)
      target?.reader.finish(throwing: FirestoreClient.error(for: failure, of: call, by: client))
    }
    if targets.isEmpty { finishStream() }
  }

  private func take(_ change: ProtoDocumentChange) throws {
    let path = try path(change.document.name)
    for handle in targetHandles(for: change.removedTargetIds) {
      targets[handle]?.replica.remove(path)
    }
    guard let document = readable(change, at: path) else { return }
    for handle in targetHandles(for: change.targetIds) { targets[handle]?.replica.put(document) }
  }

  /// Returns the document in a change, or nil if it cannot be decoded; in that case, ends the
  /// readers of the change's targets.
  private func readable(_ change: ProtoDocumentChange, at path: DocumentPath) -> StoredDocument? {
    do {
      return try StoredDocument(change.document, path: path)
    } catch {
      let said = "the document \(path.description.escapingControls) cannot be read: \(error)"
      for handle in targetHandles(for: change.targetIds) {
        targets[handle]?.reader.finish(throwing: client.error(.invalidResponse, call, said))
        removeReader(handle)
      }
      return nil
    }
  }

  private func remove(_ name: String, _ ids: [Int32]) throws {
    let path = try path(name)
    for handle in targetHandles(for: ids) { targets[handle]?.replica.remove(path) }
  }

  /// Reloads a target whose number of documents differs from the service's.
  private func check(_ filter: ProtoExistenceFilter) {
    for handle in targetHandles(for: [filter.targetID]) {
      guard let old = targets[handle]?.replica, old.count != Int(filter.count) else { continue }
      lastID += 1
      targets[handle]?.replica.restart(as: lastID)
      send { $0.removeTarget = old.id }
      guard let replica = targets[handle]?.replica else { continue }
      send { $0.addTarget = replica.request }
    }
  }

  private func targetHandles(for ids: [Int32], orAll: Bool = false) -> [Int] {
    if ids.isEmpty, orAll { return targets.filter(\.value.replica.isAdded).map(\.key) }
    return targets.filter { ids.contains($0.value.replica.id) }.map(\.key)
  }

  private func path(_ name: String) throws -> DocumentPath {
    guard let path = DocumentDatabaseName.parse(name)?.path, path.isDocument else {
      throw WireError.invalid("the name of a document is invalid: \(name.escapingControls)")
    }
    return path
  }
}
#endif
