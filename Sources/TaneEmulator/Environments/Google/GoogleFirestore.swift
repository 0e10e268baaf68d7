import HTTPTypes
import Synchronization
import TaneCore
import TaneFormats
import TaneKit
import TaneProcesses
import TaneProject
import TaneServices

/// A running instance of Google's Firestore emulator on its own port; it exits with this process.
///
/// Its responses allow access from every web page, so no other process may learn its port.
final class GoogleFirestore: Sendable {
  /// The maximum size of a commit in bytes, below the 4 MiB that the emulator accepts.
  private static let maximumCommitBytes = 3 << 20
  private static let maximumWritesPerCommit = 500

  let version: String
  let port: Int
  /// The security rules, or nil if everything is allowed.
  let rules: FirestoreRules?
  private let process: DependentProcess
  private let connection = ServiceConnection(transport: AsyncHTTPTransport(), credential: .owner)
  private let isEnding = Mutex(false)

  private init(
    _ version: String,
    _ port: Int,
    _ rules: FirestoreRules?,
    _ process: DependentProcess
  ) {
    (self.version, self.port, self.rules, self.process) = (version, port, rules, process)
  }

  private var origin: String { "http://127.0.0.1:\(port)" }

  /// Starts the emulator, and waits until it is ready.
  ///
  /// - Parameters:
  ///   - program: The installed emulator.
  ///   - rules: The security rules.
  ///   - report: Receives a message if the program exits unexpectedly.
  /// - Returns: The running emulator, without documents.
  /// - Throws: An `OperationFailure` with the program's message if it does not start.
  static func start(
    _ program: GoogleFirestoreProgram,
    _ rules: FirestoreRules?,
    report: @escaping @Sendable (String) -> Void
  ) async throws -> GoogleFirestore {
    let port = try await EmulatorServer.freePort()
    let process = try program.start(on: port, rules)
    let timeoutTask = process.endAfterStartTimeout()
    defer { timeoutTask.cancel() }
    var output: [String] = []
    for await line in process.lines {
      output.append(line)
      guard line.contains("is now running") else { continue }
      let emulator = GoogleFirestore(program.version, port, rules, process)
      Task { [weak emulator, lines = process.lines] in
        for await _ in lines {}
        guard let emulator, !emulator.isEnding.withLock({ $0 }) else { return }
        report("warning: Google's Firestore emulator has exited; restart tane emulate")
      }
      return emulator
    }
    try Task.checkCancellation()
    let reason = output.first { $0.contains("Exception") } ?? output.last ?? "no error message"
    throw OperationFailure(
      .failed,
      "Google's Firestore emulator did not start on port \(port): \(reason.escapingControls); try again"
    )
  }

  /// Stops the emulator, without the warning that reports an unexpected exit.
  func end() async {
    isEnding.withLock { $0 = true }
    await process.end()
  }

  // MARK: Data

  /// Returns a client of a database, `projects/P/databases/D`, with administrator access.
  func store(of database: String) throws -> FirestoreClient {
    FirestoreClient(
      location: try FirestoreLocation(emulator: origin, database: database),
      connection: connection
    )
  }

  /// Copies all documents of a reader to a database of the emulator.
  func copy(_ reader: any DocumentReader, to database: String) async throws {
    let store = try store(of: database)
    func commit(_ writes: [DocumentWrite]) async throws {
      if !writes.isEmpty { try await store.commit(writes) }
    }
    var (writes, bytes): ([DocumentWrite], Int) = ([], 0)
    try await DocumentTraversal(reader).forEach { document in
      let fields = DocumentWrite.Operation.update(document.fields, mask: nil)
      let write = DocumentWrite(path: document.path, operation: fields)
      let size = write.requestByteCount
      if writes.count == Self.maximumWritesPerCommit || bytes + size > Self.maximumCommitBytes {
        try await commit(writes)
        (writes, bytes) = ([], 0)
      }
      writes.append(write)
      bytes += size
    }
    try await commit(writes)
  }

  // MARK: Requests

  /// Returns the path of a project's resource in the emulator's own API.
  static func path(_ resource: String, of project: String) -> String {
    "/emulator/v1/projects/\(PercentEncoding.encodeURLPart(project)):\(resource)"
  }

  /// Checks the security rules by loading them for a project, and returns warnings.
  ///
  /// - Throws: An `OperationFailure` with a finding for each error.
  func checkRules(of project: String) async throws -> [Diagnostic] {
    guard let rules else { return [] }
    let file: TreeLiteral = ["name": .string(rules.path), "content": .string(rules.text)]
    // Without `ignore_errors`, the reported errors have no positions.
    let body: TreeLiteral = ["ignore_errors": true, "rules": ["files": [file]]]
    let (status, json) = try await send(.put, Self.path("securityRules", of: project), body: body)
    guard status == 200 else {
      throw OperationFailure(
        .failed,
        "Google's Firestore emulator rejected \(rules.path.escapingControls) with status \(status)"
      )
    }
    return try rules.warnings(in: json["issues"]?.children ?? Tree.null.children)
  }

  /// Sends a request, by default as an administrator, and returns the status and the JSON of the
  /// response.
  func send(
    _ method: HTTPRequest.Method,
    _ path: String,
    body: TreeLiteral? = nil,
    as authorization: String? = "Bearer owner"
  ) async throws -> (status: Int, json: Tree) {
    var fields: HTTPFields = [.contentType: "application/json"]
    fields[.authorization] = authorization
    let response = try await connection.transport.send(
      TransportRequest(
        method,
        origin + path,
        fields: fields,
        body: try body.map { Array(try JSONWriter(.compact).write(Tree($0)).utf8) } ?? [],
        timeout: .seconds(60)
      )
    )
    var bytes: [UInt8] = []
    for try await piece in response.body { bytes += piece }
    let tree = TreeParser.parse(bytes, named: path, as: .json).tree
    return (response.status, tree ?? .null)
  }
}
