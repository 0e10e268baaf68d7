import TaneCore

extension FirestoreClient: ProbedService {
  /// Asks the database what the credential may do there.
  ///
  /// Read is a document that nobody has. Whether documents can be written is asked by a commit that removes it
  /// on the condition that it is there: the condition does not hold, so that nothing is committed, and who may
  /// not write is told so before the condition is looked at
  /// (<https://cloud.google.com/firestore/docs/security/iam>).
  public func probe() async throws -> ServiceProbe {
    let prober = ServiceProber(client: client) { refusal($0, of: $1) }
    let path = DocumentPath(["tane-check", ServiceProber.freeName()])
    let name = TreeLiteral.string(location.database.reference(to: path))
    let reading = try reading("batchGet", ["documents": [name], "mask": ["fieldPaths": []]])
    return try await prober.probe(reading: reading) { probe in
      let write: TreeLiteral = ["delete": name, "currentDocument": ["exists": true]]
      var call = try posting("commit", ["writes": [write]], retry: .never)
      call.onlyReads = true
      return try await prober.askWhetherWritable(call, &probe) { answer in
        let status = FirestoreFailure(answer).status
        return answer.isSuccess || status == "NOT_FOUND" || status == "FAILED_PRECONDITION"
      }
    }
  }
}
