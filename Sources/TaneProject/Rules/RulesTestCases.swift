import SystemPackage
package import TaneCore

/// The requests that users may and may not make, according to `fixtures/rules.yaml`.
package struct RulesTestCases: Sendable {
  /// The path of the file, relative to the project.
  package static let file = "fixtures/rules.yaml"

  /// A user who makes requests.
  package struct User: Sendable {
    /// The name in the file.
    package let name: String
    /// The ID of the account, or nil for a user who is not signed in.
    package let account: String?
    /// The custom claims, or nil to use the claims of the account.
    package let claims: Tree?
    /// The position of the account's address.
    package let position: SourcePosition?
  }

  /// A kind of request: `read` and `write` are for Realtime Databases; `get`, `list` and `create`
  /// are for Firestore; the others are for both.
  package enum Method: String, Sendable, CaseIterable {
    case get, list, create, update, delete, read, write
  }

  /// A request to Firestore.
  package struct DocumentRequest: Sendable {
    /// The document or, for `list`, the collection.
    package let path: DocumentPath
    /// The fields to write.
    package let fields: DocumentFields
    /// The query of `list`.
    package let query: DocumentQuery
  }

  /// A request to a Realtime Database.
  package struct DatabaseRequest: Sendable {
    /// The name of the service in the profile.
    package let service: String
    package let path: TreePath
    /// The data to write; for `update`, a map with the new data by path.
    package let data: Tree
    /// The parameters of a query, as in the REST API.
    package let query: [(name: String, value: Tree)]
  }

  package enum Target: Sendable {
    case document(DocumentRequest)
    case database(DatabaseRequest)
  }

  /// A request with its expected results.
  package struct Request: Sendable {
    package let method: Method
    package let target: Target
    /// The users who may make the request, by name.
    package let allowed: [String]
    /// The users who may not make the request, by name.
    package let denied: [String]
    package let position: SourcePosition?

    /// The request as text, such as `get firestore:/saunas/a`.
    package var title: String {
      let address =
        switch target {
        case .document(let request): Address(document: request.path)
        case .database(let request): Address(service: request.service, path: request.path)
        }
      return "\(method.rawValue) \(address)"
    }
  }

  /// The users in the order of the file.
  package fileprivate(set) var users: [User] = []
  /// The requests in the order of the file.
  package fileprivate(set) var requests: [Request] = []

  /// A Boolean value indicating whether any request is for Firestore.
  package var hasDocumentRequests: Bool {
    requests.contains { if case .document = $0.target { true } else { false } }
  }

  /// Returns true if any request is for the given Realtime Database.
  package func hasRequests(toDatabase name: String) -> Bool {
    requests.contains {
      if case .database(let request) = $0.target { request.service == name } else { false }
    }
  }

  /// Loads the file of a project; the findings contain errors if the file cannot be used.
  package static func load(
    from project: Project,
    _ profile: EnvironmentProfile,
    _ database: DocumentDatabaseName
  ) -> (cases: RulesTestCases, findings: [Diagnostic]) {
    let path = FilePath(Self.file)
    guard (try? project.files.kind(of: project.root.pushing(path))) != nil else {
      let message = "this file does not exist; create it with the users and requests to check"
      return (
        RulesTestCases(), [.error(.missingValue, message, at: SourcePosition(file: Self.file))]
      )
    }
    let file = SettingsFile(at: path, describedAs: "a file of rules", in: project)
    let databases = profile.services(of: .databases).map(\.name)
    var reader = RulesTestCasesReader(databases: databases, database: database)
    if let tree = file.tree { reader.read(tree) }
    return (reader.cases, (file.diagnostics + reader.diagnostics).sorted())
  }
}

/// A reader of `fixtures/rules.yaml`.
private struct RulesTestCasesReader: SettingsReading {
  /// The query parameters of Realtime Databases.
  private static let queryKeys =
    ["orderBy", "startAt", "endAt", "equalTo", "limitToFirst", "limitToLast"]

  /// The names of the Realtime Databases in the profile.
  let databases: [String]
  let database: DocumentDatabaseName
  var cases = RulesTestCases()
  var diagnostics: [Diagnostic] = []

  mutating func read(_ tree: Tree) {
    diagnostics += Diagnostic.unknownKeys(in: tree, known: ["users", "requests"])
    for entry in entries(of: tree["users"], "users", expected: "a map of users").sortedByPosition {
      readUser(entry)
    }
    let requests = elements(of: tree["requests"], "requests", expected: "a list of requests")
    for element in requests { readRequest(element) }
  }

  private mutating func readUser(_ entry: Tree) {
    let name = entry.key ?? ""
    if entry.kind == .map {
      diagnostics += Diagnostic.unknownKeys(in: entry, known: ["as", "claims"], of: name)
    }
    let identity = entry.kind == .map ? entry["as"] ?? entry : entry
    let address = identity.string.flatMap { Address(parsing: $0) }
    let isSignedOut = identity.string == "signed-out"
    let isAccount = address?.service == Address.accounts && address?.path.components.count == 1
    guard isSignedOut || isAccount else {
      return report(
        .invalidValue,
        "\"\(name.escapingControls)\" is not a user; expected accounts:/ID or signed-out",
        at: identity.position
      )
    }
    let claims = readClaims(entry.kind == .map ? entry["claims"] : nil, isSignedOut: isSignedOut)
    cases.users.append(
      RulesTestCases.User(
        name: name,
        account: isSignedOut ? nil : address?.path.key,
        claims: claims,
        position: identity.position
      )
    )
  }

  private mutating func readClaims(_ tree: Tree?, isSignedOut: Bool) -> Tree? {
    guard let tree, !tree.isNull else { return nil }
    if isSignedOut {
      report(
        .invalidValue,
        "a user who is signed out has no claims; remove \"claims\", or write accounts:/ID after "
          + "\"as\"",
        at: tree.keyPosition
      )
    } else if tree.kind != .map {
      report(.wrongType(of: "claims", expected: "a map of claims", found: tree))
    }
    return tree
  }

  private mutating func readRequest(_ tree: Tree) {
    let methods = RulesTestCases.Method.allCases.filter { tree[$0.rawValue] != nil }
    guard let method = methods.first, methods.count == 1 else {
      return report(
        .invalidValue,
        "expected one of the keys get, list, create, update, delete, read and write in each "
          + "request",
        at: tree.position
      )
    }
    guard let target = target(of: tree, method) else { return }
    checkKeys(of: tree, method, target)
    let allowed = names(tree["allow"], "allow")
    let denied = names(tree["deny"], "deny")
    checkListsAreDisjoint(in: tree)
    if tree["allow"] == nil {
      report(
        .missingValue,
        "\"allow\" is missing; list at least one user who may make this request, to show that other "
          + "users are not denied merely because the request is invalid, or write [] if nobody may "
          + "make it",
        at: tree.position
      )
    }
    cases.requests.append(
      RulesTestCases.Request(
        method: method,
        target: target,
        allowed: allowed,
        denied: denied,
        position: tree[method.rawValue]?.position
      )
    )
  }

  /// Reports users whom a request lists in both "allow" and "deny".
  private mutating func checkListsAreDisjoint(in tree: Tree) {
    let lists = tree.children.sortedByPosition.filter { $0.key == "allow" || $0.key == "deny" }
    guard lists.count == 2 else { return }
    let names = lists[0].children.compactMap(\.string)
    for user in lists[1].children {
      guard let name = user.string, names.contains(name) else { continue }
      report(
        .invalidValue,
        "\"\(name.escapingControls)\" is in both \"allow\" and \"deny\"; remove the user from one "
          + "of them",
        at: user.position
      )
    }
  }

  /// Reports keys that are invalid for the request, and missing data.
  private mutating func checkKeys(
    of tree: Tree,
    _ method: RulesTestCases.Method,
    _ target: RulesTestCases.Target
  ) {
    let own: [String] =
      switch (method, target) {
      case (.list, _): ["where", "orderBy", "limit"]
      case (.read, _): Self.queryKeys
      case (.create, _), (.update, _), (.write, _): ["data"]
      case (.get, _), (.delete, _): []
      }
    let known = [method.rawValue] + own + ["allow", "deny"]
    diagnostics += Diagnostic.unknownKeys(in: tree, known: known)
    guard case .database = target, own == ["data"], tree["data"] == nil else { return }
    report(
      .missingValue,
      "\"data\" is missing; add the data to write or, to check a deletion, use the key delete",
      at: tree.position
    )
  }

  private mutating func target(
    of tree: Tree,
    _ method: RulesTestCases.Method
  ) -> RulesTestCases.Target? {
    let place = tree[method.rawValue] ?? .null
    let address = place.string.flatMap { Address(parsing: $0) }
    if let address, databases.contains(address.service),
      [.read, .write, .update, .delete].contains(method)
    {
      checkData(of: tree, method, at: address)
      return .database(databaseRequest(tree, at: address))
    }
    let path = DocumentPath(address?.path.components ?? [])
    let isDocuments = address?.service == ServiceKind.firestore.id
    let expected =
      switch method {
      case .read, .write: "a location in a Realtime Database, such as shops:/sauna-1"
      case .list: "a collection, such as firestore:/shops"
      default: "a document, such as firestore:/shops/a"
      }
    guard isDocuments, method == .list ? path.isCollection : path.isDocument,
      method != .read, method != .write
    else {
      report(.invalidValue, "expected the address of \(expected)", at: place.position)
      return nil
    }
    return .document(documentRequest(tree, at: path))
  }

  /// Reports data that a Realtime Database cannot store.
  private mutating func checkData(
    of tree: Tree,
    _ method: RulesTestCases.Method,
    at address: Address
  ) {
    guard let data = tree["data"] else { return }
    guard method == .update else { return checkValue(data, at: address) }
    for child in entries(of: data, "data", expected: "a map of values by path") {
      let keys = (child.key ?? "").split(separator: "/").map(String.init)
      let path = address.path.appending(TreePath(keys))
      checkValue(child, at: Address(service: address.service, path: path))
    }
  }

  private mutating func checkValue(_ value: Tree, at address: Address) {
    let findings = RealtimeDatabaseCheck.findings(
      in: value,
      at: address.path,
      of: address.service
    )
    // Unlike a fixture, a request may contain server values such as an increment.
    diagnostics += findings.filter { $0.severity == .error && $0.address?.path.key != ".sv" }
  }

  private func databaseRequest(_ tree: Tree, at address: Address) -> RulesTestCases.DatabaseRequest
  {
    let query = Self.queryKeys.compactMap { name in
      tree[name].map { (name, $0) }
    }
    return RulesTestCases.DatabaseRequest(
      service: address.service,
      path: address.path,
      data: tree["data"] ?? .null,
      query: query
    )
  }

  private mutating func documentRequest(
    _ tree: Tree,
    at path: DocumentPath
  ) -> RulesTestCases.DocumentRequest {
    var query = DocumentQuery(parent: path.parent, collectionID: path.id)
    let filters = fields(tree["where"], at: path).map {
      DocumentFilter.field(FieldPath(name: $0.name), .equal, $0.value)
    }
    query.filter = filters.isEmpty ? nil : .all(filters)
    query.limit = limit(tree["limit"])
    if let field = text(tree["orderBy"], "orderBy") {
      query.orders = [DocumentQuery.Order(FieldPath(name: field))]
    }
    return RulesTestCases.DocumentRequest(
      path: path,
      fields: fields(tree["data"], at: path),
      query: query
    )
  }

  private mutating func limit(_ tree: Tree?) -> Int? {
    guard let tree, !tree.isNull else { return nil }
    if let limit = tree.integer, limit > 0 { return Int(limit) }
    report(.wrongType(of: "limit", expected: "a positive whole number", found: tree))
    return nil
  }

  private mutating func fields(_ tree: Tree?, at path: DocumentPath) -> DocumentFields {
    guard let tree else { return DocumentFields() }
    let reading = DocumentReading(tree, at: path, in: database)
    diagnostics += reading.findings
    return reading.fields
  }

  private mutating func names(_ tree: Tree?, _ setting: String) -> [String] {
    elements(of: tree, setting, expected: "a list of users").compactMap { element in
      let known = cases.users.map(\.name)
      if let name = element.string, known.contains(name) { return name }
      report(
        .invalidValue,
        "\"\((element.string ?? "").escapingControls)\" is not defined in \"users\""
          + Suggestion.clause(for: element.string ?? "", among: known),
        at: element.position
      )
      return nil
    }
  }
}
