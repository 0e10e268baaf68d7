import HTTPTypes
package import TaneCore
import TaneServices

/// An emulator of the Remote Config REST API for administrators: the template, its versions and
/// rollbacks.
///
/// Anyone can read and write. See <https://firebase.google.com/docs/reference/remote-config/rest>.
package struct RemoteConfigService: EmulatorService {
  private let makeStore: @Sendable (String) -> (any RemoteConfigStore)?

  /// Creates a service.
  ///
  /// `makeStore` returns the Remote Config store of the project with the given ID, or nil if the
  /// project is not served.
  package init(makeStore: @escaping @Sendable (String) -> (any RemoteConfigStore)?) {
    self.makeStore = makeStore
  }

  package func respond(to request: EmulatorRequest) async -> EmulatorResponse {
    if let preflight = CrossOriginSharing.preflight(request) { return preflight }
    let response: EmulatorResponse
    do {
      response = try await handle(request)
    } catch let error as StoreError where error.code == .conflict {
      response = Self.mismatch(error.message).response(isStream: false)
    } catch {
      response = GoogleFailure(error).response(isStream: false)
    }
    return CrossOriginSharing.addingHeaders(to: response, for: request)
  }

  private func handle(_ request: EmulatorRequest) async throws -> EmulatorResponse {
    guard let (project, method) = Self.route(request.target.segments) else {
      throw Self.unknownPath
    }
    guard let store = makeStore(project) else {
      throw GoogleFailure(.notFound, "The project \(project.escapingControls) is not served here.")
    }
    switch (request.method, method) {
    case (.get, nil): return try await template(request, store)
    case (.put, nil): return try await publish(request, store, project)
    case (.get, "listVersions"): return try await versions(request, store)
    case (.post, "rollback"): return try await rollBack(request, store)
    default: throw Self.unknownPath
    }
  }

  /// Parses the project and the method in a path; clients of other emulators prefix the path with a
  /// host.
  private static func route(_ segments: [String]) -> (project: String, method: String?)? {
    var path = segments[...]
    if path.first?.hasSuffix(".googleapis.com") == true { path.removeFirst() }
    guard path.count == 4, path.starts(with: ["v1", "projects"]), let last = path.last else {
      return nil
    }
    let parts = last.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0] == "remoteConfig" else { return nil }
    return (path[path.startIndex + 2], parts.count > 1 ? String(parts[1]) : nil)
  }

  private func template(
    _ request: EmulatorRequest,
    _ store: any RemoteConfigStore
  ) async throws -> EmulatorResponse {
    guard let text = request.target["versionNumber"] else {
      return Self.response(try await store.current())
    }
    guard let number = Int64(text) else {
      throw GoogleFailure.invalid(
        "Invalid value at 'versionNumber': found \"\(text.escapingControls)\", expected a whole number."
      )
    }
    return Self.response(try await Self.revision(number, store))
  }

  private func publish(
    _ request: EmulatorRequest,
    _ store: any RemoteConfigStore,
    _ project: String
  ) async throws -> EmulatorResponse {
    let template = try RemoteConfigTemplate(ProtocolJSON(request))
    guard let etag = request.head.headerFields[.ifMatch], !etag.isEmpty else {
      throw GoogleFailure.invalid(
        "The request has no If-Match: send the ETag of the template, or *."
      )
    }
    guard (request.target["validateOnly"] ?? request.target["validate_only"]) != "true" else {
      let current = try await store.current()
      try await store.validate(template, ifMatch: etag == "*" ? current.etag : etag)
      let checked = RemoteConfigRevision(
        template: template,
        // The ETag with which Firebase marks a template that was validated but not published.
        etag: RemoteConfigRevision.etag(of: project, 0),
        version: current.version
      )
      return Self.response(checked)
    }
    return Self.response(try await Self.replace(template, in: store, ifMatch: etag))
  }

  /// Publishes a template; with the ETag `*`, replaces any version.
  private static func replace(
    _ template: RemoteConfigTemplate,
    in store: any RemoteConfigStore,
    ifMatch etag: String
  ) async throws -> RemoteConfigRevision {
    guard etag == "*" else { return try await store.replace(template, ifMatch: etag) }
    while true {
      do {
        return try await store.replace(template, ifMatch: try await store.current().etag)
      } catch let error as StoreError where error.code == .conflict {
        try Task.checkCancellation()
      }
    }
  }

  private func versions(
    _ request: EmulatorRequest,
    _ store: any RemoteConfigStore
  ) async throws -> EmulatorResponse {
    let size = request.target["pageSize"].flatMap { Int($0) } ?? 10
    let before = request.target["pageToken"].flatMap { Int64($0) } ?? .max
    let all = try await store.versions(limit: .max).filter { $0.number < before }
    let page = all.prefix(max(1, size))
    let next = page.count < all.count ? page.last.map { TreeLiteral.digits($0.number) } : nil
    return .json(
      .object(["versions": .nonEmpty(page.map(\.json)), "nextPageToken": next])
    )
  }

  private func rollBack(
    _ request: EmulatorRequest,
    _ store: any RemoteConfigStore
  ) async throws -> EmulatorResponse {
    guard let number = try ProtocolJSON(request).number("versionNumber") else {
      throw GoogleFailure.invalid("The request has no versionNumber.")
    }
    let revision = try await Self.revision(number, store)
    return Self.response(try await Self.replace(revision.template, in: store, ifMatch: "*"))
  }

  private static func revision(
    _ number: Int64,
    _ store: any RemoteConfigStore
  ) async throws -> RemoteConfigRevision {
    guard let revision = try await store.revision(number) else {
      throw GoogleFailure(.notFound, "There is no version \(number) of the template.")
    }
    return revision
  }

  private static func response(_ revision: RemoteConfigRevision) -> EmulatorResponse {
    .json(
      revision.template.json(version: revision.version),
      headerFields: [.eTag: revision.etag]
    )
  }

  /// Returns the error for a request with an outdated ETag.
  private static func mismatch(_ message: String) -> GoogleFailure {
    GoogleFailure(.aborted, "[VERSION_MISMATCH]: \(message)")
  }

  private static let unknownPath = GoogleFailure(
    .notFound,
    "Nothing is served at this path with this method."
  )
}
