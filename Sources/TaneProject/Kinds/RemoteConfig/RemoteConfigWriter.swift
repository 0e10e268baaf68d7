import TaneCore

/// Publishes the template of a project's Remote Config, in place of the one that was read.
struct RemoteConfigWriter: ResourceWriter {
  let store: any RemoteConfigStore

  func batches(of steps: [PlanStep]) -> [PlanBatch] {
    [PlanBatch(steps: steps, progress: .step("publishing Remote Config: all at once"))]
  }

  /// Somebody else who has published the same meanwhile has done this run's work.
  func apply(_ batch: PlanBatch) async throws -> BatchReceipt {
    var receipt = BatchReceipt()
    for step in batch.steps {
      let wanted = RemoteConfigTemplate.read(step.after.content).template
      guard case .tag(let etag) = step.before.version else {
        throw StoreError(
          .conflict,
          service: step.address.service,
          "the plan does not say which template it replaces; make it again"
        )
      }
      do {
        let revision = try await store.replace(wanted, ifMatch: etag)
        receipt.versions[step.address] = .tag(revision.etag)
      } catch let error as StoreError where error.code == .conflict {
        guard try await store.current().template == wanted else { throw error }
      }
    }
    return receipt
  }
}
