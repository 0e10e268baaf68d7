import HTTPTypes
package import TaneCore

/// A REST and WebSocket client for a Realtime Database in production or in an emulator; WebSocket
/// is used for operations tied to a connection.
///
/// The protocol's limits determine this store's guarantees:
///
/// - An update of one write that has an expected value and fits in a request is conditional
///   (`if-match`), and therefore atomic.
/// - An update of several writes is one multi-path request, which the server applies atomically if
///   it fits in a request (`Settings.maximumRequestBytes`, `Settings.maximumRequestWrites`). The expected values
///   are read right before the request: the protocol has no conditions for several paths, so writes
///   by others to the same values between the read and the request are not detected. If no map is
///   expected at a path, the new value is written leaf by leaf, so that concurrent additions by
///   others are preserved.
/// - A database that responds without ETags does not support conditions: an update of one write is
///   checked like an update of several writes.
/// - A larger update needs several requests and is not atomic. If a request fails, the error
///   contains the number of successful requests. Canceling the task may leave the update
///   incomplete.
///
/// Reads of up to 256 MB are consistent; larger nodes are read in parts, one after another. Trees
/// are in stored form and contain priorities as the service exports them (`.priority`, `.value`).
///
/// See <https://firebase.google.com/docs/reference/rest/database>.
package struct RealtimeDatabaseClient: TreeStore {
  /// Settings for requests.
  package struct Settings: Sendable, Hashable {
    /// A Boolean value indicating whether writes bypass Cloud Functions triggers.
    package var disablesTriggers = false
    /// The maximum approximate size of a write in one request, in bytes of JSON: 16 MB, the limit
    /// of Firebase's clients.
    package var maximumRequestBytes = 16_000_000
    /// The approximate size of each request of a divided write, in bytes of JSON.
    package var maximumBatchBytes = 4_000_000
    /// The maximum number of concurrent requests for one divided write.
    package var maximumParallelWrites = 3
    /// The maximum number of paths in one request.
    package var maximumRequestWrites = 10_000
    /// The maximum number of concurrent reads for one update.
    package var maximumParallelReads = 32

    package init() {}
  }

  /// The database's name in its environment.
  package let name: String
  /// The address of the database.
  package let location: DatabaseLocation
  let settings: Settings
  let client: ServiceClient
  let etagSupport = ETagSupport()
  /// The handle on the WebSocket session, shared by copies of the client.
  let sessionHandle: DatabaseSessionHandle

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - name: The database's name in its environment, for messages.
  ///   - location: The location of the database.
  ///   - connection: The transport, the credential and the limits.
  ///   - settings: The settings for requests.
  package init(
    name: String,
    location: DatabaseLocation,
    connection: ServiceConnection,
    settings: Settings = Settings()
  ) {
    self.name = name
    self.location = location
    self.settings = settings
    client = ServiceClient(
      service: "\(name) (\(location))",
      connection: connection,
      userTokens: .parameter
    )
    let session = DatabaseSession(location: location, client: client)
    sessionHandle = DatabaseSessionHandle(session)
    connection.user?.observe { [weak session] in Task { await session?.changeUser() } }
  }

  /// Returns the value at a path, or null if there is none.
  ///
  /// A node that is too large for one response is read in parts, which may not be consistent.
  package func tree(at path: TreePath) async throws -> Tree {
    try Task.checkCancellation()
    guard path.isStorable else { return .null }
    if let tree = try await wholeTree(at: path) { return tree }
    return try await readTreeInParts(at: path)
  }

  /// Returns the keys of the children at a path in key order, without reading their values.
  package func childKeys(at path: TreePath) async throws -> [String] {
    try Task.checkCancellation()
    guard path.isStorable else { return [] }
    let call = readCall(at: path, parameters: [("shallow", "true")])
    let answer = try await client.send(call)
    if answer.isTooLarge { return try await pagedChildKeys(at: path) }
    return try value(of: answer, call).children.compactMap(\.key)
  }

  /// Returns the children at a path that match a query, in the query's order.
  ///
  /// The server filters the children, and requires an index in the rules to order by child or
  /// value. If the index is missing, an error with code `invalidData` names it.
  package func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try Task.checkCancellation()
    guard path.isStorable, !query.selectsNothing else { return [] }
    guard let parameters = QueryParameters.parameters(of: query) else {
      return query.exportedEntries(of: try await tree(at: path))
    }
    let call = readCall(at: path, parameters: parameters + [("format", "export")])
    let answer = try await client.send(call)
    if answer.isTooLarge { return query.exportedEntries(of: try await readTreeInParts(at: path)) }
    // The children in a response are in no particular order.
    return query.exportedEntries(of: try value(of: answer, call))
  }

  /// Performs several writes; for atomicity, see `RealtimeDatabaseClient`.
  package func update(_ writes: [TreeWrite]) async throws {
    try Task.checkCancellation()
    guard !writes.isEmpty else { return }
    try UpdateCheck.check(writes, database: name, service: client.service)
    try await perform(writes)
  }

  /// Returns the guarantee for a group of writes, as `RealtimeDatabaseClient` describes it.
  package func guarantee(of writes: [TreeWrite]) -> UpdateGuarantee {
    if canApplyInOneStep(writes) { return .checked }
    return fitInOneRequest(pieces(of: writes)) ? .together : .inParts
  }

  /// Performs writes that have already been checked.
  func perform(_ writes: [TreeWrite]) async throws {
    try await confirming(writes) { writes in
      if canApplyInOneStep(writes), let write = writes.first, let expected = write.expected {
        return try await writeConditionally(write, expecting: expected)
      }
      try await checkExpectations(of: writes)
      try await write(writes)
    }
  }

  /// Returns true if one conditional request can check and apply the writes.
  private func canApplyInOneStep(_ writes: [TreeWrite]) -> Bool {
    guard writes.count == 1, let write = writes.first, write.expected != nil,
      !etagSupport.areETagsMissing
    else { return false }
    return write.value.approximateByteCount <= settings.maximumRequestBytes
  }
}

extension RealtimeDatabaseClient {
  func readCall(at path: TreePath, parameters: [(name: String, value: String)]) -> ServiceCall {
    ServiceCall(method: .get, url: location.url(path, parameters), retry: .idempotent)
  }

  /// Returns the tree of a response in stored form.
  ///
  /// - Throws: A `StoreError` if the response is not successful.
  func value(of answer: ServiceResponse, _ call: ServiceCall) throws -> Tree {
    guard answer.isSuccess else { throw error(for: answer, of: call) }
    guard !answer.isHTMLPage,
      let tree = answer.json
    else { throw client.invalidResponseError(answer, of: call) }
    WorkCounter.add(tree.leafCount, .values)
    return tree.storedForm()
  }

  /// Returns the tree at a path, or nil if it is too large for one response.
  func wholeTree(at path: TreePath) async throws -> Tree? {
    let call = readCall(at: path, parameters: [("format", "export")])
    let answer = try await client.send(call)
    return answer.isTooLarge ? nil : try value(of: answer, call)
  }
}

extension TreePath {
  /// A Boolean value indicating whether a Realtime Database can store a value at the path.
  var isStorable: Bool {
    let keys = key == ExportKey.priority ? components.dropLast() : components[...]
    return keys.allSatisfy { key in
      var key = key
      return key.withUTF8(RealtimeDatabaseLimits.allowsKey)
    }
  }
}

extension ServiceResponse {
  /// A Boolean value indicating whether the service rejected the request because the data sent or
  /// requested is too large.
  var isTooLarge: Bool {
    status == 413 || (status == 400 && text.contains("exceeds the maximum size"))
  }
}
