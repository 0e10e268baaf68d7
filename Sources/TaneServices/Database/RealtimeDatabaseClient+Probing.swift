import HTTPTypes
import TaneCore

extension RealtimeDatabaseClient: ProbedService {
  /// Asks the database what the credential may do there.
  ///
  /// Read is a child of the root that nobody has. Whether it can be written is asked by removing that child on
  /// the condition that there is none (`if-match: null_etag`,
  /// <https://firebase.google.com/docs/database/rest/save-data#section-conditional-requests>). Nothing can
  /// come of it: where the condition holds there is nothing to remove, where it does not the database refuses,
  /// and whoever passes the condition over removes what has a random name. A condition that cannot hold would
  /// not do: a database that looks at it before the rights answers 412 to everybody.
  public func probe() async throws -> ServiceProbe {
    let prober = ServiceProber(
      client: client,
      refusal: { refusal($0, of: $1) },
      correctURL: Self.correctURL
    )
    let path = TreePath.root.appending(ServiceProber.freeName())
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
      call.onlyReads = true
      return try await prober.askWhetherWritable(call, &probe) { $0.isSuccess }
    }
  }

  /// The URL at which the database is, where it is in another region than the one that was asked.
  @Sendable private static func correctURL(_ answer: ServiceAnswer) -> String? {
    guard answer.status == 404, !answer.isPage else { return nil }
    let json = answer.json
    return json?["correctUrl"]?.string.flatMap { WebAddress($0)?.origin }
  }
}
