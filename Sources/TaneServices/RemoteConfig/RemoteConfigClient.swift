import HTTPTypes
package import TaneCore

/// A REST client for Remote Config in a Firebase project or an emulator.
///
/// Publishing replaces the current template only if it has the given ETag, so retries are safe: if
/// the ETag has changed, the client checks whether its first attempt published the current
/// template.
///
/// See <https://firebase.google.com/docs/reference/remote-config/rest>.
package struct RemoteConfigClient: RemoteConfigStore {
  /// The maximum number of versions on one page.
  private static let pageSize = 300

  /// The project and server of the template.
  package let location: ProjectLocation
  let client: ServiceClient

  /// Creates a client; `connection` contains the transport, the credential and the limits.
  package init(location: ProjectLocation, connection: ServiceConnection) {
    self.location = location
    client = ServiceClient(service: "remoteConfig (\(location))", connection: connection)
  }

  /// Returns the current template, which is empty until one is published.
  package func current() async throws -> RemoteConfigRevision {
    let call = readCall(to: location.templateURL())
    return try revision(try await send(call), call)
  }

  /// Returns the template with the given version number, or nil if it is no longer stored or never
  /// existed.
  package func revision(_ number: Int64) async throws -> RemoteConfigRevision? {
    let call = readCall(to: location.templateURL([(name: "versionNumber", value: "\(number)")]))
    let answer = try await send(call)
    if answer.status == 404, answer.isServiceError { return nil }
    return try revision(answer, call)
  }

  /// Returns the latest stored versions, newest first.
  package func versions(limit: Int) async throws -> [RemoteConfigVersion] {
    guard limit > 0 else { return [] }
    let size = "\(min(limit, Self.pageSize))"
    let call = readCall(
      to: location.templateURL(method: "listVersions", [(name: "pageSize", value: size)])
    )
    let answer = try await send(call)
    let json = try json(answer, call)
    return try decodeResponse(answer, call) { () throws(WireError) in
      var versions: [RemoteConfigVersion] = []
      for element in try json.elements("versions") {
        if let version = try RemoteConfigVersion(element) { versions.append(version) }
      }
      return versions
    }
  }

  /// Publishes a template atomically if the current template has the given ETag.
  package func replace(
    _ template: RemoteConfigTemplate,
    ifMatch etag: String
  ) async throws -> RemoteConfigRevision {
    let call = try writeCall(for: template, to: location.templateURL(), ifMatch: etag)
    let answer: ServiceResponse
    do {
      answer = try await send(call)
    } catch let error as StoreError where error.outcome == .unknown {
      return try await published(template, after: error, ifMatch: etag)
    }
    if answer.mayHaveBeenApplied, answer.reportsConflict {
      return try await published(template, after: error(for: answer, of: call), ifMatch: etag)
    }
    return try revision(answer, call)
  }

  /// Validates a template like `replace`, without publishing it.
  package func validate(_ template: RemoteConfigTemplate, ifMatch etag: String) async throws {
    let url = location.templateURL([(name: "validateOnly", value: "true")])
    var call = try writeCall(for: template, to: url, ifMatch: etag)
    call.isReadOnly = true
    _ = try json(try await send(call), call)
  }

  /// Returns the current template if a request with an unknown outcome has published it.
  ///
  /// - Throws: `failure`, with the outcome if it can be determined.
  private func published(
    _ template: RemoteConfigTemplate,
    after failure: StoreError,
    ifMatch etag: String
  ) async throws -> RemoteConfigRevision {
    guard let found = try? await current() else { throw failure }
    if found.etag != etag, found.template == template { return found }
    throw failure.outcome == .unknown && found.etag == etag
      ? failure.with(.nothingWritten) : failure
  }
}

extension RemoteConfigClient {
  /// Returns a call that reads from a URL.
  ///
  /// The service omits the ETag unless the request accepts a compressed response
  /// (<https://firebase.google.com/docs/remote-config/automate-rc>).
  func readCall(to url: String) -> ServiceCall {
    var call = ServiceCall(method: .get, url: url, retry: .idempotent)
    call.fields[.acceptEncoding] = "gzip"
    return call
  }

  /// Returns a call that publishes or validates a template.
  ///
  /// - Throws: A `StoreError` with code `invalidData` if the ETag is empty or `*`, since the
  ///   request would replace any template.
  func writeCall(
    for template: RemoteConfigTemplate,
    to url: String,
    ifMatch etag: String
  ) throws -> ServiceCall {
    guard !etag.isEmpty, etag != "*" else {
      throw StoreError(
        .invalidData,
        service: client.service,
        "to replace the template, read it first and pass its ETag"
      )
    }
    var call = readCall(to: url)
    call.method = .put
    call.fields[.contentType] = "application/json; charset=utf-8"
    call.fields[.ifMatch] = etag
    call.body = Array(JSONText.text(template.json()).utf8)
    return call
  }

  /// Sends a call and returns its decompressed response.
  func send(_ call: ServiceCall) async throws -> ServiceResponse {
    let answer = try await client.send(call)
    guard answer.fields[.contentEncoding] == "gzip" else { return answer }
    guard let body = try? Gzip.decompress(answer.body) else {
      throw client.invalidResponseError(answer, of: call)
    }
    var fields = answer.fields
    fields[.contentEncoding] = nil
    return ServiceResponse(
      status: answer.status,
      fields: fields,
      body: body,
      mayHaveBeenApplied: answer.mayHaveBeenApplied
    )
  }

  /// Returns the template and the ETag in a response.
  private func revision(
    _ answer: ServiceResponse,
    _ call: ServiceCall
  ) throws -> RemoteConfigRevision {
    let json = try json(answer, call)
    guard let etag = answer.fields[.eTag], !etag.isEmpty else {
      throw client.error(
        .invalidResponse,
        call,
        "the response has no ETag, which is required to replace the template; try again",
        after: answer
      )
    }
    return try decodeResponse(answer, call) { () throws(WireError) in
      RemoteConfigRevision(
        template: try RemoteConfigTemplate(json),
        etag: etag,
        version: try json["version"].flatMap { version throws(WireError) in
          try RemoteConfigVersion(version)
        }
      )
    }
  }

  private func json(_ answer: ServiceResponse, _ call: ServiceCall) throws -> ProtocolJSON {
    guard answer.isSuccess else { throw error(for: answer, of: call) }
    let tree = answer.json
    guard let tree, tree.kind == .map else { throw client.invalidResponseError(answer, of: call) }
    return ProtocolJSON(tree)
  }

  private func decodeResponse<Value>(
    _ answer: ServiceResponse,
    _ call: ServiceCall,
    _ read: () throws(WireError) -> Value
  ) throws -> Value {
    do {
      return try read()
    } catch {
      throw client.error(
        .invalidResponse,
        call,
        "the response is not a Remote Config template (\(error.message)); try again",
        after: answer
      )
    }
  }

  /// Returns the error for an unsuccessful response, with advice.
  func error(for answer: ServiceResponse, of call: ServiceCall) -> StoreError {
    let failure = FirestoreFailure(answer)
    let message = failure.messageText(answer)
    if answer.reportsConflict {
      return client.error(
        .conflict,
        call,
        "\(message); somebody else published a template: read the template and compare again",
        after: answer
      )
    }
    if failure.isDisabled {
      let place = failure.link.map { "at \($0)" } ?? "in the Google Cloud console"
      return client.error(
        .notAuthorized,
        call,
        "\(message); enable the Firebase Remote Config API \(place), wait a few minutes and try again",
        after: answer
      )
    }
    let role = "Firebase Remote Config Admin in \(location.project)"
    return client.error(for: answer, of: call, serviceMessage: message, role: role)
  }
}

extension ServiceResponse {
  /// A Boolean value indicating whether the service rejected the request because the current
  /// template has a different ETag.
  ///
  /// The guide specifies the statuses 400 and 409
  /// (<https://firebase.google.com/docs/remote-config/automate-rc>), and the reference specifies
  /// 412.
  fileprivate var reportsConflict: Bool {
    guard !isHTMLPage else { return false }
    let failure = FirestoreFailure(self)
    return status == 409 || status == 412 || failure.status == "FAILED_PRECONDITION"
      || status == 400 && failure.message.contains("VERSION_MISMATCH")
  }
}
