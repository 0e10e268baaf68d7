import HTTPTypes
public import TaneCore

/// A Realtime Database of Firebase or of an emulator: over its REST protocol, and over its WebSocket
/// protocol what lasts as long as a connection.
///
/// The protocol's limits determine this store's guarantees:
///
/// - An update of one write that expects a value and fits a request is checked and made by the server in
///   one step (`if-match`).
/// - An update of several writes is one multi-path request, which the server makes as a whole, as long as
///   it fits a request (`Settings.requestBytes`, `Settings.requestWrites`). What its writes expect is read
///   right before: the protocol has no condition on several paths, so somebody who writes to the same
///   values between that reading and the request, a round trip, is not noticed. Where nothing is expected, the
///   new values are written one by one below it: what somebody else adds beside them stays.
/// - A database that answers without ETags has no conditions: an update of one write is checked as one of several is.
/// - A larger update is several requests, and so not one step. Where one fails, the error says how many
///   were made. A cancelled task may leave some of them made.
///
/// Reads are as of one moment up to 256 MB; larger nodes are read in parts, one after another. Trees are in
/// stored form and hold priorities as the service exports them (`.priority`, `.value`).
///
/// See <https://firebase.google.com/docs/reference/rest/database>.
public struct RealtimeDatabaseClient: TreeStore {
  /// Settings for requests.
  public struct Settings: Sendable, Hashable {
    /// A Boolean value indicating whether writes bypass Cloud Functions triggers.
    public var disablesTriggers = false
    /// The size of a write up to which it goes into one request, in bytes of JSON, roughly: 16 MB, up to
    /// which all of Firebase's clients go.
    public var requestBytes = 16_000_000
    /// The size of each of the requests into which a larger write is divided, in bytes of JSON, roughly.
    public var batchBytes = 4_000_000
    /// The most requests of one divided write under way at one time.
    public var parallelWrites = 3
    /// The most paths of one request.
    public var requestWrites = 10_000
    /// The most requests that read side by side on behalf of one update.
    public var parallelReads = 32

    /// Creates the usual settings.
    public init() {}
  }

  /// The database's name in its environment.
  public let name: String
  /// The address of the database.
  public let location: DatabaseLocation
  let settings: Settings
  let client: ServiceClient
  let tags = TagSupport()
  /// The state shared by copies of the client: the WebSocket connection, once it is needed.
  let hold: DatabaseSessionHold

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - name: The database's name in its environment, for messages.
  ///   - location: Where it is.
  ///   - connection: The transport, the credential and the limits.
  ///   - settings: How requests are made.
  public init(
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
    hold = DatabaseSessionHold(session)
    connection.user?.observe { [weak session] in Task { await session?.changeUser() } }
  }

  /// The value at a path, null where there is none.
  ///
  /// A node that is too large for one answer is read in parts, and then is not as of one moment.
  public func tree(at path: TreePath) async throws -> Tree {
    try Task.checkCancellation()
    guard path.canBeHeld else { return .null }
    if let tree = try await wholeTree(at: path) { return tree }
    return try await treeOfParts(at: path)
  }

  /// The keys of the children at a path in key order, without reading what is below them.
  public func childKeys(at path: TreePath) async throws -> [String] {
    try Task.checkCancellation()
    guard path.canBeHeld else { return [] }
    let call = reading(path, [("shallow", "true")])
    let answer = try await client.send(call)
    if answer.isTooLarge { return try await childKeysOfPages(at: path) }
    return try value(of: answer, call).children.compactMap(\.key)
  }

  /// The children at a path that a query selects, in the query's order.
  ///
  /// The server selects. By a child or by value it does so only where the rules name the index; an error of
  /// code `invalidData` says which is missing.
  public func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try Task.checkCancellation()
    guard path.canBeHeld, !query.selectsNothing else { return [] }
    guard let parameters = QueryParameters.parameters(of: query) else {
      return query.exportedEntries(of: try await tree(at: path))
    }
    let call = reading(path, parameters + [("format", "export")])
    let answer = try await client.send(call)
    if answer.isTooLarge { return query.exportedEntries(of: try await treeOfParts(at: path)) }
    // An answer has no order of its own.
    return query.exportedEntries(of: try value(of: answer, call))
  }

  /// Makes several writes at once; see the type's description for what holds them together.
  public func update(_ writes: [TreeWrite]) async throws {
    try Task.checkCancellation()
    guard !writes.isEmpty else { return }
    try UpdateCheck.check(writes, database: name, service: client.service)
    try await make(writes)
  }

  /// Returns the guarantee for a group of writes; see the type's description.
  public func guarantee(of writes: [TreeWrite]) -> UpdateGuarantee {
    if isOneCondition(writes) { return .checked }
    return fitsRequest(pieces(of: writes)) ? .together : .inParts
  }

  /// Makes writes that have been checked.
  func make(_ writes: [TreeWrite]) async throws {
    try await confirming(writes) { writes in
      if isOneCondition(writes), let write = writes.first, let expected = write.expected {
        return try await writeConditionally(write, expecting: expected)
      }
      try await checkExpectations(of: writes)
      try await write(writes)
    }
  }

  /// Returns true if the server can check and apply the writes in one step.
  private func isOneCondition(_ writes: [TreeWrite]) -> Bool {
    guard writes.count == 1, let write = writes.first, write.expected != nil, !tags.areMissing
    else { return false }
    return write.value.approximateByteCount <= settings.requestBytes
  }
}

extension RealtimeDatabaseClient {
  /// A call that reads at a path.
  func reading(_ path: TreePath, _ parameters: [(name: String, value: String)]) -> ServiceCall {
    ServiceCall(method: .get, url: location.url(path, parameters), retry: .anyFailure)
  }

  /// The tree of an answer, in stored form.
  ///
  /// - Throws: A `StoreError` where the answer is none that was hoped for.
  func value(of answer: ServiceAnswer, _ call: ServiceCall) throws -> Tree {
    guard answer.isSuccess else { throw refusal(answer, of: call) }
    guard !answer.isPage,
      let tree = answer.json
    else { throw client.noData(answer, of: call) }
    return tree.storedForm()
  }

  /// The tree at a path, nil where it is too large for one answer.
  func wholeTree(at path: TreePath) async throws -> Tree? {
    let call = reading(path, [("format", "export")])
    let answer = try await client.send(call)
    return answer.isTooLarge ? nil : try value(of: answer, call)
  }
}

extension TreePath {
  /// A Boolean value indicating whether a Realtime Database can store a value at the path.
  var canBeHeld: Bool {
    let keys = key == ExportKey.priority ? components.dropLast() : components[...]
    return keys.allSatisfy { key in
      var key = key
      return key.withUTF8(RealtimeDatabaseLimits.allowsKey)
    }
  }
}

extension ServiceAnswer {
  /// A Boolean value indicating whether the request was rejected because its data exceed the limit
  /// for one request.
  var isTooLarge: Bool {
    status == 413 || (status == 400 && text.contains("exceeds the maximum size"))
  }
}
