import HTTPTypes
import TaneCore

/// One request of the REST protocol.
struct DatabaseCall {
  let request: EmulatorRequest
  let emulator: DatabaseEmulator
  let method: HTTPRequest.Method
  let address: DatabaseAddress
  let parameters: DatabaseParameters
  let namespace: DatabaseNamespace
  /// The rules evaluator for the client's requests, or nil if the client has full access.
  let evaluator: DatabaseRulesEvaluator?

  /// Parses a request.
  ///
  /// - Throws: An error for an invalid address or parameter.
  init(_ request: EmulatorRequest, _ emulator: DatabaseEmulator) throws(DatabaseFailure) {
    self.request = request
    self.emulator = emulator
    method = try Self.method(of: request)
    address = try DatabaseAddress(request.target)
    parameters = try DatabaseParameters(request.target)
    namespace = try emulator.namespaces.namespace(parameters.namespace)
    evaluator =
      emulator.evaluatesRules
      ? emulator.evaluator(of: try DatabaseIdentity(of: request), for: namespace.name) : nil
  }

  /// Performs the request and returns its response.
  func respond() async throws(DatabaseFailure) -> EmulatorResponse {
    switch address {
    case .node(let path):
      guard !parameters.isStrict else { throw DatabaseParameters.unknownFormat }
      return try await respond(at: path)
    case .setting(let name): return try respond(forSetting: name)
    case .databases:
      guard evaluator == nil else { throw DatabaseFailure("Permission denied", kind: .denied) }
      guard method == .get else { throw unknownMethod }
      let names = emulator.namespaces.names.map { TreeLiteral.map([("name", .string($0))]) }
      return .data(Tree(.list(names)), parameters)
    }
  }

  /// Returns the method; clients that can send only POST specify the actual method in the query.
  private static func method(
    of request: EmulatorRequest
  ) throws(DatabaseFailure) -> HTTPRequest.Method {
    guard request.method == .post, let name = request.target["x-http-method-override"] else {
      return request.method
    }
    guard let method = HTTPRequest.Method(name.uppercased()) else {
      throw DatabaseFailure("x-http-method-override must be the name of a method")
    }
    return method
  }

  private var unknownMethod: DatabaseFailure {
    DatabaseFailure("405 Method Not Allowed (\(method.rawValue))", kind: .methodNotAllowed)
  }

  private func respond(at path: TreePath) async throws(DatabaseFailure) -> EmulatorResponse {
    let hasCondition = fields[.ifMatch] != nil
    switch method {
    case .get, .head:
      guard !hasCondition else { throw misplacedCondition }
      return try await read(path)
    case .put:
      return try await replace(path, with: body)
    case .delete:
      return try await replace(path) { .null }
    case .post:
      guard !hasCondition else { throw misplacedCondition }
      return try await push(to: path)
    case .patch:
      guard !hasCondition else { throw misplacedCondition }
      return try await merge(into: path)
    default:
      throw unknownMethod
    }
  }

  private var fields: HTTPFields { request.head.headerFields }

  private var misplacedCondition: DatabaseFailure {
    DatabaseFailure("if-match is only supported by PUT and DELETE requests")
  }

  private func body() throws(DatabaseFailure) -> Tree {
    try DatabaseDataParser.tree(of: request.body)
  }
}

extension DatabaseCall {
  private func read(_ path: TreePath) async throws(DatabaseFailure) -> EmulatorResponse {
    if fields[.accept]?.lowercased().contains("text/event-stream") == true {
      return try await EventStream.response(
        to: ListenTarget(path: path, query: parameters.query ?? DatabaseQuery()),
        of: namespace,
        isExport: parameters.isExport,
        settings: emulator.settings,
        evaluator: evaluator
      )
    }
    let node = try await namespace.node(at: path, parameters.query, evaluator)
    let tag = fields.wantsETag || fields[.ifNoneMatch] != nil ? DatabaseETag.of(node) : nil
    if let tag, fields[.ifNoneMatch] == tag {
      return EmulatorResponse(.notModified, headerFields: [.eTag: tag])
    }
    let selected = (parameters.query ?? DatabaseQuery()).selection(from: node)
    var response = answer(of: selected)
    if fields.wantsETag { response.headerFields[.eTag] = tag }
    if let name = parameters.download {
      response.headerFields[.contentDisposition] = Self.contentDisposition(forFileNamed: name)
    }
    return response
  }

  private func answer(of node: DatabaseNode?) -> EmulatorResponse {
    if parameters.isShallow, let node, node.scalar == nil {
      return .data(Tree(.map(node.children.map { ($0.key, true) })), parameters)
    }
    if parameters.isExport { return .data(node.exportForm, parameters) }
    return .data(node?.values ?? .null, parameters, isStoredForm: true)
  }

  private static func contentDisposition(forFileNamed name: String) -> String {
    let safe = name.unicodeScalars.filter {
      $0 != "\"" && $0 != "\\" && (0x20..<0x7F).contains($0.value)
    }
    return "attachment; filename=\"\(String(String.UnicodeScalarView(safe)))\""
  }

  /// Replaces a node.
  ///
  /// The client's data is released before the response is encoded.
  private func replace(
    _ path: TreePath,
    with data: () throws(DatabaseFailure) -> Tree
  ) async throws(DatabaseFailure) -> EmulatorResponse {
    let hash = fields[.ifMatch].map(DatabaseETag.hash)
    let result = try await namespace.write(
      try .set(try data(), at: path, expectedHash: hash),
      evaluator
    )
    switch result {
    case .stale:
      // Throws if the client may not read the node.
      let node = try await namespace.node(at: path, nil, evaluator)
      var response = EmulatorResponse.data(
        node.valueForm,
        parameters,
        status: .preconditionFailed
      )
      response.headerFields[.eTag] = DatabaseETag.of(node)
      return response
    case .written(let nodes):
      let node = nodes.first ?? nil
      guard method == .put else { return addingTag(of: nil, to: .json("null")) }
      return addingTag(of: node, to: .data(node.exportForm, parameters, isStoredForm: true))
    }
  }

  private func push(to path: TreePath) async throws(DatabaseFailure) -> EmulatorResponse {
    let key = emulator.pushIDs.next()
    let child = path.appending(key)
    let result = try await namespace.write(try .set(try body(), at: child), evaluator)
    guard case .written(let nodes) = result else { return .data(.null, parameters) }
    let answer = EmulatorResponse.data(Tree(["name": .string(key)]), parameters)
    return addingTag(of: nodes.first ?? nil, to: answer)
  }

  private func merge(into path: TreePath) async throws(DatabaseFailure) -> EmulatorResponse {
    let data = try body()
    // The Firebase CLI deletes data by merging null.
    guard !data.isNull else {
      _ = try await namespace.write(try .set(.null, at: path), evaluator)
      return .data(.null, parameters)
    }
    let write = try DatabaseWrite.merge(data, at: path)
    guard case .written(let nodes) = try await namespace.write(write, evaluator) else {
      return .data(.null, parameters)
    }
    let echoes = zip(data.children, nodes).map { child, node in
      (child.key ?? "", TreeLiteral.tree(Self.echo(node)))
    }
    return .data(Tree(.map(echoes)), parameters)
  }

  /// Returns the written data with resolved server values.
  private static func echo(_ node: DatabaseNode?) -> Tree {
    node.exportForm.readBackForm()
  }

  /// Adds the node's ETag to a response if the client requests the ETag or sent one as a condition.
  private func addingTag(
    of node: DatabaseNode?,
    to response: EmulatorResponse
  ) -> EmulatorResponse {
    guard fields.wantsETag || fields[.ifMatch] != nil else { return response }
    var response = response
    response.headerFields[.eTag] = DatabaseETag.of(node)
    return response
  }
}

extension DatabaseCall {
  private func respond(forSetting name: String) throws(DatabaseFailure) -> EmulatorResponse {
    guard evaluator == nil else { throw DatabaseFailure("Permission denied", kind: .denied) }
    switch method {
    case .get:
      var text = emulator.databaseSettings.text(of: name, for: namespace.name)
      if parameters.isStrict { text = DatabaseRules.withoutComments(text) }
      return .json(String(decoding: text, as: UTF8.self))
    case .put, .post, .patch:
      guard !request.body.isEmpty else {
        throw DatabaseFailure("Invalid data; the body of a setting is missing")
      }
      let isTrial = request.target["dryRun"] == "true"
      if name == DatabaseSettings.rules {
        let rules = try rules()
        if !isTrial { emulator.databaseSettings.set(rules, of: namespace.name) }
      } else if !isTrial {
        emulator.databaseSettings.set(request.body, of: name, for: namespace.name)
      }
      return .json(#"{"status":"ok"}"#)
    default:
      throw unknownMethod
    }
  }

  private func rules() throws(DatabaseFailure) -> DatabaseRules {
    do {
      return try DatabaseRules(request.body)
    } catch {
      throw DatabaseFailure(error.description)
    }
  }
}
