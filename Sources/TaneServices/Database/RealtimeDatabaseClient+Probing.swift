import HTTPTypes
import TaneCore

extension RealtimeDatabaseClient: ProbeableService {
  /// Checks whether the credential can read from and write to the database.
  ///
  /// Read access is checked with a nonexistent child of the root. Write access is checked by
  /// removing that child on the condition that it does not exist (`if-match: null_etag`,
  /// <https://firebase.google.com/docs/database/rest/save-data#section-conditional-requests>). This
  /// changes nothing: if the condition holds, there is nothing to remove; if it does not, the
  /// database rejects the request; and a server that ignores conditions removes only a child with a
  /// random name, which does not exist. A condition that never holds would not be enough, since a
  /// database that checks conditions before permissions responds with 412 to every caller.
  package func probe() async throws -> ServiceProbeResult {
    let prober = ServiceProber(
      client: client,
      makeError: { error(for: $0, of: $1) },
      correctURL: Self.correctURL
    )
    let path = TreePath.root.appending(ServiceProber.randomName())
    let reading = ServiceCall(
      method: .get,
      url: location.url(path, [("shallow", "true")]),
      retry: .never
    )
    return try await prober.probe(reading: reading) { probe in
      var call = ServiceCall(
        method: .delete,
        url: location.url(path, [("disableTriggers", "true")]),
        retry: .never
      )
      call.fields[.ifMatch] = Self.emptyTag
      call.isReadOnly = true
      return try await prober.checkWriteAccess(call, &probe) { $0.isSuccess }
    }
  }

  /// Returns the correct URL of the database, if a response reports that it is in another region.
  @Sendable private static func correctURL(_ answer: ServiceResponse) -> String? {
    guard answer.status == 404, !answer.isHTMLPage else { return nil }
    let json = answer.json
    return json?["correctUrl"]?.string.flatMap { WebAddress($0)?.origin }
  }
}
