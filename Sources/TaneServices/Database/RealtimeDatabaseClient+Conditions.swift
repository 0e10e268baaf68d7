import HTTPTypes
import Synchronization
package import TaneCore

/// A record of whether a database responds without ETags, as some emulators do.
final class ETagSupport: Sendable {
  private let state = Mutex(false)

  var areETagsMissing: Bool { state.withLock { $0 } }

  /// Returns the ETag of a response to a call that requested it, and records whether a successful
  /// response lacks one.
  func tag(of answer: ServiceResponse) -> String? {
    let tag = answer.fields[.eTag]
    if answer.isSuccess { state.withLock { $0 = tag == nil } }
    return tag
  }
}

extension RealtimeDatabaseClient {
  /// The ETag of an empty node.
  static let emptyTag = "null_etag"
  /// The maximum number of attempts to perform a contended conditional write, as in the official
  /// clients.
  static let maximumConditionalAttempts = 25
  /// The minimum number of absence checks for children of one node that are replaced by reading the
  /// node's keys.
  private static let keyReadingThreshold = 8

  /// Returns the value at a path with its ETag, or nil if the ETag equals the caller's.
  ///
  /// A value that is too large for one response is read in parts, and its ETag is nil.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - tag: The ETag of a value that was read before, if any.
  /// - Returns: The value and its ETag, or nil.
  /// - Throws: A `StoreError`.
  package func taggedTree(
    at path: TreePath,
    unlessTagged tag: String? = nil
  ) async throws -> TaggedTree? {
    try Task.checkCancellation()
    guard path.isStorable else { return TaggedTree(value: .null, tag: nil) }
    var call = readCall(at: path, parameters: [("format", "export")])
    call.fields = .init(firebaseTag: true)
    if let tag { call.fields[.ifNoneMatch] = tag }
    let answer = try await client.send(call)
    if answer.status == 304, tag != nil { return nil }
    if answer.isTooLarge { return TaggedTree(value: try await readTreeInParts(at: path), tag: nil) }
    return TaggedTree(value: try value(of: answer, call), tag: etagSupport.tag(of: answer))
  }

  /// Performs one write that the server applies only if the current value is the expected one.
  ///
  /// If the server sends no ETag, the client compares the value right before the write instead.
  func writeConditionally(_ write: TreeWrite, expecting expectation: Tree) async throws {
    let expected = expectation.storedForm()
    var tag = expected.isNull ? Self.emptyTag : nil
    for attempt in 0..<Self.maximumConditionalAttempts {
      try await pause(beforeConditionalAttempt: attempt)
      let current: String
      if let tag {
        current = tag
      } else {
        guard let found = try await taggedTree(at: write.path), found.value == expected else {
          throw UpdateCheck.conflictError(at: [write.path], service: client.service)
        }
        guard let tag = found.tag else {
          let write = TreeWrite(path: write.path, value: write.value, expected: expectation)
          return try await self.write([write])
        }
        current = tag
      }
      let (call, answer) = try await put(write.value, at: write.path, ifMatch: current)
      if answer.isSuccess {
        guard answer.confirmsWrite else { throw client.invalidResponseError(answer, of: call) }
        return
      }
      guard answer.status == 412 else { throw error(for: answer, of: call) }
      if answer.mayHaveBeenApplied, try await isDone(write, call) { return }
      tag = nil
    }
    throw tooManyChangesError(at: write.path)
  }

  /// Waits before every conditional attempt except the first (index 0), so that writers that
  /// collided do not collide again.
  func pause(beforeConditionalAttempt attempt: Int) async throws {
    guard attempt > 0 else { return }
    let connection = client.connection
    var policy = connection.policy
    policy.initialDelay = min(policy.initialDelay, .milliseconds(20))
    policy.maximumDelay = min(policy.maximumDelay, .seconds(1))
    let random = connection.clock.random()
    let delay = policy.delay(after: attempt, requested: nil, random: random)
    try await connection.clock.sleep(delay)
  }

  /// Replaces or removes a value if it still has the given ETag.
  func put(
    _ value: Tree,
    at path: TreePath,
    ifMatch tag: String
  ) async throws -> (ServiceCall, ServiceResponse) {
    let isRemoval = !value.existsInRealtimeDatabase
    // The ETag makes a second attempt harmless.
    var call = writeCall(isRemoval ? .delete : .put, at: path, silently: false, retry: .idempotent)
    call.fields[.ifMatch] = tag
    if !isRemoval { call.body = try json(value) }
    WorkCounter.expect(call.body.count, .bytes)
    return (call, try await client.send(call))
  }

  /// Returns true if an earlier attempt, whose response was lost, has applied the write.
  private func isDone(_ write: TreeWrite, _ call: ServiceCall) async throws -> Bool {
    let found = try await tree(at: write.path)
    if found == write.value.storedForm() { return true }
    guard write.value.containsServerTimestamp else { return false }
    throw client.error(
      .unreachable,
      call,
      "the value changed after an attempt without a response",
      outcome: .unknown
    )
  }

  func tooManyChangesError(at path: TreePath) -> StoreError {
    StoreError(
      .busy,
      service: client.service,
      "\(path) was changed by others during each of \(Self.maximumConditionalAttempts) attempts; try "
        + "again when there are fewer writes",
      paths: [path]
    )
  }
}

extension RealtimeDatabaseClient {
  /// Compares the current values with the expected values of writes.
  ///
  /// - Throws: A `StoreError` with code `conflict` and the paths of unexpected values.
  func checkExpectations(of writes: [TreeWrite]) async throws {
    let expecting = writes.enumerated().filter { $0.element.expected != nil }
    guard !expecting.isEmpty else { return }
    let absent = Dictionary(
      grouping: expecting.filter { $0.element.expectsAbsence && !$0.element.path.isRoot },
      by: \.element.path.parent
    ).filter { $0.value.count >= Self.keyReadingThreshold }
    var unmet: [Int] = []
    for (parent, group) in absent {
      let keys = Set(try await childKeys(at: parent).map { Array($0.utf8) })
      unmet += group.filter { keys.contains(Array(($0.element.path.key ?? "").utf8)) }
        .map(\.offset)
    }
    let settled = Set(absent.values.joined().map(\.offset))
    unmet += try await unmetExpectations(of: expecting.filter { !settled.contains($0.offset) })
    guard unmet.isEmpty else {
      throw UpdateCheck.conflictError(
        at: unmet.sorted().map { writes[$0].path },
        service: client.service
      )
    }
  }

  private func unmetExpectations(
    of writes: [(offset: Int, element: TreeWrite)]
  ) async throws -> [Int] {
    try await withThrowingTaskGroup(of: Int?.self) { group in
      var unmet: [Int] = []
      for (position, write) in writes.enumerated() {
        if position >= settings.maximumParallelReads, let result = try await group.next(),
          let result
        {
          unmet.append(result)
        }
        group.addTask { try await isMet(write.element) ? nil : write.offset }
      }
      for try await case let offset? in group { unmet.append(offset) }
      return unmet
    }
  }

  private func isMet(_ write: TreeWrite) async throws -> Bool {
    guard let expected = write.expected else { return true }
    guard write.expectsAbsence else {
      return try await tree(at: write.path) == expected.storedForm()
    }
    // Only the keys are read, however large the value is.
    let call = readCall(at: write.path, parameters: [("shallow", "true")])
    let answer = try await client.send(call)
    return try !answer.isTooLarge && value(of: answer, call).isNull
  }
}

extension TreeWrite {
  fileprivate var expectsAbsence: Bool { expected.map { !$0.existsInRealtimeDatabase } ?? false }
}

extension HTTPFields {
  /// Creates header fields that request a value's ETag if `firebaseTag` is true.
  init(firebaseTag: Bool) {
    self.init()
    if firebaseTag, let name = HTTPField.Name("X-Firebase-ETag") { self[name] = "true" }
  }
}
