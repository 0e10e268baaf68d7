import TaneCore

extension FirestoreClient: ProbeableService {
  /// Checks the credential's permissions in the database.
  ///
  /// Read access is checked with a nonexistent document. Write access is checked with a commit that
  /// removes it on the condition that it exists: the condition is not met, so nothing is committed,
  /// and missing permissions are reported before the condition is evaluated
  /// (<https://cloud.google.com/firestore/docs/security/iam>).
  package func probe() async throws -> ServiceProbeResult {
    let prober = ServiceProber(client: client) { error(for: $0, of: $1) }
    let path = DocumentPath(["tane-check", ServiceProber.randomName()])
    let name = TreeLiteral.string(location.database.reference(to: path))
    let reading = try readCall("batchGet", body: ["documents": [name], "mask": ["fieldPaths": []]])
    return try await prober.probe(reading: reading) { probe in
      let write: TreeLiteral = ["delete": name, "currentDocument": ["exists": true]]
      var call = try postCall("commit", body: ["writes": [write]], retry: .never)
      call.isReadOnly = true
      return try await prober.checkWriteAccess(call, &probe) { answer in
        let status = FirestoreFailure(answer).status
        return answer.isSuccess || status == "NOT_FOUND" || status == "FAILED_PRECONDITION"
      }
    }
  }
}
