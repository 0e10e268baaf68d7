import TaneCore

/// An observer of Firestore documents.
struct DocumentObserver: ResourceObserver {
  /// The maximum number of documents per request.
  private static let batchSize = 300

  let store: any DocumentReader
  let database: DocumentDatabaseName
  /// A Boolean value indicating whether the rate of new documents increases slowly.
  let rampsUp: Bool

  func observe(
    _ desired: [DesiredResource],
    expectingAgreement: Bool
  ) async throws -> [Observation] {
    var found: [Observation] = []
    for start in stride(from: 0, to: desired.count, by: Self.batchSize) {
      try Task.checkCancellation()
      let batch = desired[start..<min(start + Self.batchSize, desired.count)]
      let documents = try await store.documents(at: batch.map(\.documentPath))
      found += zip(batch, documents).map { .found(resource($1, at: $0.address)) }
      WorkCounter.add(batch.reduce(0) { $0 + $1.content.leafCount }, .values)
    }
    return found
  }

  func resources(in scope: ComparisonScope) async throws -> [Resource] {
    try await DocumentTraversal(store, scope: scope).documents()
      .map { resource($1, at: Address(document: $0)) }.sorted { $0.address < $1.address }
  }

  private func resource(_ document: StoredDocument?, at address: Address) -> Resource {
    guard let document else { return Resource(address, .null) }
    return Resource(
      address,
      Tree(document: document.fields, in: database),
      version: .tag("\(document.updateTime)")
    )
  }

  var stepsPerRequest: Int { DocumentWriter.writesPerCommit }

  func cost(of steps: [PlanStep], comparing count: Int) -> PlanCost {
    let requests = (steps.count + stepsPerRequest - 1) / stepsPerRequest
    var cost = PlanCost(of: steps, requests: requests, documentsRead: count)
    let created = steps.filter { !$0.before.exists && !$0.removesResource }
    if rampsUp {
      cost.rampSeconds = Int(DocumentRamp.time(forCreating: created.count) / .seconds(1))
    }
    cost.hotSpots = HotSpotSearch(rampsUp: rampsUp).descriptions(of: created)
    return cost
  }

  /// Returns a message for each document that would exceed the maximum size because it retains
  /// fields that only the environment has.
  func violations(in steps: [PlanStep]) async throws -> [String] {
    steps.compactMap { step in
      guard step.before.exists else { return nil }
      let path = DocumentPath(step.address.path.components)
      let reading = DocumentReading(step.after.content, at: path, in: database)
      let whole = DocumentWrite(
        path: path,
        operation: .update(reading.fields, mask: nil),
        transforms: reading.serverTimestamps.map {
          DocumentTransform(path: $0, operation: .serverTime)
        }
      )
      let outcome = try? whole.applied(to: nil, at: DocumentTimestamp(microseconds: 0))
      guard let fields = outcome?.document?.fields else { return nil }
      let size = DocumentCheck.byteCount(ofDocumentAt: path, fields)
      guard size > DocumentCheck.maximumDocumentBytes else { return nil }
      let place = step.difference.position.map { "\($0)" } ?? "\(step.address)"
      return
        "\(place): with the fields that only the environment has, the document would be "
        + "\(counted(size, "byte")) in size; Firestore allows up to "
        + "\(DocumentCheck.maximumDocumentBytes.grouped) (1 MiB)"
    }
  }
}

extension DesiredResource {
  fileprivate var documentPath: DocumentPath { DocumentPath(address.path.components) }
}
