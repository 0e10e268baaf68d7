import HTTPTypes
import TaneCore
import TaneFormats

extension RealtimeDatabaseClient {
  typealias Piece = UpdateBatches.Piece
  private typealias Check = @Sendable () async throws -> Void

  /// Performs writes in one request, or in several requests if they do not fit into one.
  func write(_ writes: [TreeWrite]) async throws {
    let pieces = pieces(of: writes)
    let isOneRequest = fitInOneRequest(pieces)
    let bytes = isOneRequest ? settings.maximumRequestBytes : settings.maximumBatchBytes
    let batches = UpdateBatches(
      of: pieces,
      bytes: min(bytes, settings.maximumRequestBytes),
      count: settings.maximumRequestWrites
    )
    // Parts of a larger update cannot be checked, as earlier parts have changed the values.
    let check: Check = { try await checkExpectations(of: writes) }
    let (sentCount, failure) = await send(
      batches,
      checkingBeforeRetry: isOneRequest ? check : nil
    )
    guard let failure else { return }
    guard sentCount > 0 else { throw failure }
    let error = failure as? StoreError ?? client.stopped()
    throw StoreError(
      error.code,
      service: error.service,
      error.message
        + "; \(counted(sentCount, "request")) of this update, which is too large for one "
        + "request, had been sent: run it again to complete it",
      paths: error.paths,
      outcome: error.outcome == .unknown ? .unknown : .partlyWritten
    )
  }

  /// Returns true if the values fit into one request.
  func fitInOneRequest(_ pieces: [Piece]) -> Bool {
    pieces.count <= settings.maximumRequestWrites
      && pieces.reduce(0) { $0 + UpdateBatches.size(of: $1) } <= settings.maximumRequestBytes
  }

  /// Returns the values to write, with their paths.
  ///
  /// New nodes are split into leaves if the leaves fit into one request, so that concurrent
  /// additions by other clients are preserved.
  func pieces(of writes: [TreeWrite]) -> [Piece] {
    let writes = writes.flatMap { $0.divided(above: settings.maximumRequestBytes) }
    let whole = writes.map { Piece(path: $0.path, value: $0.value) }
    let new = writes.filter(\.createsMap)
    guard !new.isEmpty, new.reduce(0, { $0 + $1.value.leafCount }) <= settings.maximumRequestWrites
    else { return whole }
    var pieces: [Piece] = []
    for write in writes {
      if write.createsMap {
        write.value.storedForm().appendLeaves(at: write.path, to: &pieces)
      } else {
        pieces.append(Piece(path: write.path, value: write.value))
      }
    }
    return fitInOneRequest(pieces) ? pieces : whole
  }

  /// Sends requests concurrently, and returns the number of successful ones and the failure, if
  /// any.
  ///
  /// The first one is sent alone, so that no others are sent if the service rejects it. After a
  /// failure, requests in progress are awaited and no more are sent.
  private func send(
    _ batches: UpdateBatches,
    checkingBeforeRetry check: Check?
  ) async -> (sentCount: Int, failure: (any Error)?) {
    await withTaskGroup(of: (Int, (any Error)?).self) { group in
      var (total, failure, inFlight) = (0, (any Error)?.none, 0)
      var places = 1
      for batch in batches {
        while inFlight >= (batch.mustFollowEarlierBatches ? 1 : places),
          let (sentCount, error) = await group.next()
        {
          (total, failure, inFlight) = (total + sentCount, failure ?? error, inFlight - 1)
        }
        guard failure == nil else { break }
        group.addTask { await outcome(of: batch.pieces, checkingBeforeRetry: check) }
        inFlight += 1
        places = batch.mustPrecedeLaterBatches || total == 0 ? 1 : settings.maximumParallelWrites
      }
      for await (sentCount, error) in group {
        (total, failure) = (total + sentCount, failure ?? error)
      }
      return (total, failure)
    }
  }

  private func outcome(
    of pieces: [Piece],
    checkingBeforeRetry check: Check?
  ) async -> (Int, (any Error)?) {
    var sentCount = 0
    do {
      try await send(pieces, checkingBeforeRetry: check, sentCount: &sentCount)
      return (sentCount, nil)
    } catch {
      return (sentCount, error)
    }
  }

  /// Returns a write call without a body.
  func writeCall(
    _ method: HTTPRequest.Method,
    at path: TreePath,
    silently: Bool,
    retry: RetryRule
  ) -> ServiceCall {
    var parameters: [(name: String, value: String)] = []
    if silently { parameters.append(("print", "silent")) }
    if settings.disablesTriggers { parameters.append(("disableTriggers", "true")) }
    return ServiceCall(method: method, url: location.url(path, parameters), retry: retry)
  }

  /// Returns a value as JSON in key order.
  func json(_ value: Tree) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.approximateByteCount)
    try JSONWriter(.compact, keyOrder: .key).write(value) { bytes.append(contentsOf: $0) }
    return bytes
  }

  private func send(
    _ pieces: [Piece],
    checkingBeforeRetry check: Check? = nil,
    sentCount: inout Int
  ) async throws {
    try Task.checkCancellation()
    var call = try call(writing: pieces)
    call.checkBeforeRetry = check
    WorkCounter.expect(call.body.count, .bytes)
    let answer = try await client.send(call)
    if answer.isSuccess {
      guard answer.confirmsWrite else { throw client.invalidResponseError(answer, of: call) }
      sentCount += 1
      return
    }
    guard answer.isTooLarge, let parts = try await splitPieces(pieces) else {
      throw error(for: answer, of: call)
    }
    for part in parts { try await send(part, sentCount: &sentCount) }
  }

  private func call(writing pieces: [Piece]) throws -> ServiceCall {
    if pieces.count == 1, let piece = pieces.first {
      guard piece.value.existsInRealtimeDatabase else {
        return writeCall(.delete, at: piece.path, silently: false, retry: .notAttempted)
      }
      var call = writeCall(.put, at: piece.path, silently: true, retry: .notAttempted)
      call.body = try json(piece.value)
      return call
    }
    let base = Self.commonAncestor(of: pieces.map(\.path))
    var call = writeCall(.patch, at: base, silently: true, retry: .notAttempted)
    call.body = try json(pieces, below: base)
    return call
  }

  /// Returns a JSON object that maps the paths of pieces, relative to `base`, to their values.
  private func json(_ pieces: [Piece], below base: TreePath) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces.reduce(2) { $0 + $1.value.approximateByteCount + 64 })
    for piece in pieces {
      let path = piece.path.components.dropFirst(base.components.count).joined(separator: "/")
      bytes.append(bytes.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
      bytes += try json(Tree(.string(path)))
      bytes.append(UInt8(ascii: ":"))
      try JSONWriter(.compact, keyOrder: .key).write(piece.value) { bytes.append(contentsOf: $0) }
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// Returns the deepest common ancestor of paths.
  static func commonAncestor(of paths: [TreePath]) -> TreePath {
    guard var ancestor = paths.first?.parent else { return .root }
    for path in paths {
      while !ancestor.contains(path) || ancestor == path { ancestor = ancestor.parent }
    }
    return ancestor
  }

  /// Divides a request that the service rejected as too large, or returns nil if it is not
  /// divisible.
  private func splitPieces(_ pieces: [Piece]) async throws -> [[Piece]]? {
    guard pieces.count == 1, let piece = pieces.first else {
      let middle = pieces.count / 2
      return [Array(pieces[..<middle]), Array(pieces[middle...])]
    }
    if piece.value.canBeDivided {
      let bytes = max(1024, piece.value.approximateByteCount / 2)
      let parts = Array(
        UpdateBatches(of: pieces, bytes: bytes, count: settings.maximumRequestWrites).map(\.pieces)
      )
      return parts.count > 1 ? parts : nil
    }
    // The data below the path is too large for one removal, so the children are removed first.
    let keys = try await childKeys(at: piece.path)
    guard !keys.isEmpty else { return nil }
    let children = keys.map { Piece(path: piece.path.appending($0), value: .null) }
    let groups = stride(from: 0, to: children.count, by: 100).map { start in
      Array(children[start..<min(start + 100, children.count)])
    }
    return piece.value.isNull ? groups : groups + [pieces]
  }
}
