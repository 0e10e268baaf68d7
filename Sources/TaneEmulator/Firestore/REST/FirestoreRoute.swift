import HTTPTypes
import TaneCore

/// The target of a Firestore REST request: a database, a path below its root and a method.
struct FirestoreRoute: Hashable {
  let database: DocumentDatabaseName
  let path: DocumentPath
  /// The method after the colon, such as `commit` or `runQuery`.
  let verb: String?

  private static let verbs: Set<String> = [
    "batchGet", "batchWrite", "beginTransaction", "commit", "executePipeline", "listCollectionIds",
    "listen", "partitionQuery", "rollback", "runAggregationQuery", "runQuery", "write",
  ]

  /// Parses a target below `/v1`, or returns nil if it does not belong to Firestore.
  init?(_ request: EmulatorRequest) {
    var raw = request.target.rawPath[...]
    // A colon in an identifier is percent-encoded or not followed by the name of a method.
    if request.method == .post, let colon = raw.lastIndex(of: ":"),
      Self.verbs.contains(String(raw[raw.index(after: colon)...]))
    {
      verb = String(raw[raw.index(after: colon)...])
      raw = raw[..<colon]
    } else {
      verb = nil
    }
    let segments = RequestTarget(String(raw)).segments
    guard segments.count >= 6, segments[0] == "v1" || segments[0] == "v1beta1",
      segments[1] == "projects", segments[3] == "databases", segments[5] == "documents"
    else { return nil }
    database = DocumentDatabaseName(project: segments[2], database: segments[4])
    path = DocumentPath(Array(segments.dropFirst(6)))
  }
}
