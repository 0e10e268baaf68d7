import HTTPTypes
import TaneCore

/// Database exports that the service itself performs.
///
/// See <https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases/exportDocuments>.
extension FirestoreClient {
  private static let exportRole = "Cloud Datastore Import Export Admin in the database's project"
  /// The advice for exports that lack a permission; the service does not name the account that
  /// needs it.
  package static let bucketAdvice =
    "the Firestore service agent (service-PROJECT_NUMBER@gcp-sa-firestore.iam.gserviceaccount.com)"
    + " also needs the role Storage Admin for the bucket"
  /// The delays between requests for an export's state; an export may take hours.
  private static let pollingPolicy = RetryPolicy(
    initialDelay: .seconds(1),
    factor: 1.5,
    maximumDelay: .seconds(60)
  )

  /// Starts an export to a bucket.
  ///
  /// - Parameters:
  ///   - url: The `gs://` URL of a bucket, or of a folder that must not contain an export.
  ///   - collections: The identifiers of the collections and subcollections to export, or an empty
  ///     array for all. Subcollections are exported only if they are listed.
  /// - Returns: The operation.
  /// - Throws: A `StoreError`; its message states whether the export may have started.
  package func startExport(to url: String, collections: [String]) async throws -> ManagedExport {
    let ids: [(String, TreeLiteral)] =
      collections.isEmpty ? [] : [("collectionIds", .list(collections.map { .string($0) }))]
    // A second attempt would start a second export.
    let call = try postCall(
      to: location.exportURL,
      body: .map([("outputUriPrefix", .string(url))] + ids),
      retry: .notAttempted
    )
    do {
      let answer = try await client.send(call)
      guard answer.isSuccess else { throw startError(answer, call) }
      return try export(in: answer, call)
    } catch let error as StoreError where error.outcome == .unknown {
      throw Self.with(
        "the export may have been started: check with gcloud firestore operations list",
        error
      )
    }
  }

  /// Waits until an export has ended.
  ///
  /// - Parameters:
  ///   - name: The name of the operation.
  ///   - onProgress: A closure that receives each state of the export.
  /// - Returns: The last state, or nil if the service no longer has the operation.
  /// - Throws: A `StoreError`; the export may continue.
  package func waitForExport(
    named name: String,
    onProgress: (ManagedExport) -> Void
  ) async throws -> ManagedExport? {
    var attempts = 0
    while true {
      guard let export = try await export(named: name) else { return nil }
      onProgress(export)
      if export.isDone { return export }
      attempts += 1
      let delay = Self.pollingPolicy.delay(after: attempts, requested: nil, random: 0)
      try await client.connection.clock.sleep(delay)
    }
  }

  /// Cancels an export; has no effect if it has ended.
  package func cancelExport(named name: String) async throws {
    let url = try operationURL(name, method: "cancel")
    let call = try postCall(to: url, body: .map([]), retry: .idempotent)
    let answer = try await client.send(call)
    guard answer.isSuccess || answer.status == 404 else { throw exportError(answer, call) }
  }

  private func export(named name: String) async throws -> ManagedExport? {
    let call = ServiceCall(method: .get, url: try operationURL(name), retry: .idempotent)
    let answer = try await client.send(call)
    if answer.status == 404, FirestoreFailure(answer).status == "NOT_FOUND" { return nil }
    guard answer.isSuccess else { throw exportError(answer, call) }
    return try export(in: answer, call)
  }

  private func operationURL(_ name: String, method: String? = nil) throws -> String {
    guard let url = location.operationURL(name, method: method) else {
      throw invalid("\"\(name.escapingControls)\" is not the name of an operation")
    }
    return url
  }

  private func export(in answer: ServiceResponse, _ call: ServiceCall) throws -> ManagedExport {
    guard let json = answer.json, json.kind == .map else {
      throw client.invalidResponseError(answer, of: call)
    }
    guard let export = ManagedExport(json), location.operationURL(export.name) != nil else {
      throw unusableResponse(answer, call, "lacks the name of an operation")
    }
    return export
  }

  private func exportError(_ answer: ServiceResponse, _ call: ServiceCall) -> StoreError {
    error(for: FirestoreFailure(answer), in: answer, of: call, role: Self.exportRole)
  }

  /// Returns the error for an export that could not be started, with advice about the bucket.
  private func startError(_ answer: ServiceResponse, _ call: ServiceCall) -> StoreError {
    let error = exportError(answer, call)
    let advice: String? =
      if error.code == .notAuthorized {
        Self.bucketAdvice
      } else if error.message.contains("Path already exists") {
        "specify a folder that does not exist yet, or only the bucket to create a new folder each "
          + "time"
      } else {
        nil
      }
    return advice.map { Self.with($0, error) } ?? error
  }

  /// Returns the error with advice and with outcome `nothingWritten`, since exports change no data.
  private static func with(_ advice: String, _ error: StoreError) -> StoreError {
    StoreError(error.code, service: error.service, "\(error.message); \(advice)")
  }
}
