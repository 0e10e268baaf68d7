import TaneCore

/// A writer that publishes a project's Remote Config template if the version that was read is still
/// current.
struct RemoteConfigWriter: ResourceWriter {
  let store: any RemoteConfigStore

  func batches(of steps: [PlanStep]) -> [PlanBatch] {
    [PlanBatch(steps: steps, progress: .step("publishing Remote Config atomically"))]
  }

  /// Validates the templates with the service, before anything else is written.
  func check(_ steps: [PlanStep]) async throws {
    for step in steps {
      let (wanted, etag) = try await template(of: step)
      try await store.validate(wanted, ifMatch: etag)
    }
  }

  /// Returns the template to publish, including unknown parts of the current template, and the ETag
  /// of the version to replace.
  private func template(of step: PlanStep) async throws -> (RemoteConfigTemplate, etag: String) {
    guard case .tag(let etag) = step.before.version else {
      throw StoreError(
        .conflict,
        service: step.address.service,
        "the plan lacks the version of the template to replace; plan again"
      )
    }
    let current = try await store.current().template
    let wanted = RemoteConfigTemplate.read(step.after.content).template
    return (wanted.copyingUnknownMembers(from: current), etag)
  }

  /// Applies a batch; a template that another client has already published counts as applied.
  func apply(_ batch: PlanBatch) async throws -> BatchReceipt {
    var receipt = BatchReceipt()
    for step in batch.steps {
      let (wanted, etag) = try await template(of: step)
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
