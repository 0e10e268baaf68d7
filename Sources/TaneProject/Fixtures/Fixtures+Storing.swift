package import TaneCore

extension Fixtures {
  /// Writes the fixtures to empty stores, service by service and one batch after another.
  ///
  /// To change an environment, use a `PlanRun`, which orders, records and verifies the writes.
  ///
  /// - Parameters:
  ///   - stores: The stores of the environment's services.
  ///   - profile: The environment.
  ///   - project: The project, which contains the bytes of objects.
  /// - Throws: An `ExportFailure` with the first resource that a store rejects.
  package func store(
    in stores: EnvironmentStores,
    of profile: EnvironmentProfile,
    from project: Project
  ) async throws {
    let context = AdapterContext(profile)
    let contentSource = PlanContentSource(self, in: project)
    for service in services {
      guard let adapter = service.kind.adapter else { continue }
      let observer = try adapter.observer(named: service.name, in: stores.readers, context)
      let found = try await observer.observe(service.resources, expectingAgreement: false)
      let comparison = ResourceComparison(
        adapter.rules(context),
        PlanPolicy(profile),
        among: service.resources.map(\.address)
      )
      let plan = Plan(Difference(comparison.compare(Array(zip(service.resources, found)))))
      let writer = try adapter.writer(named: service.name, in: stores, context, contentSource)
      for batch in writer.batches(of: plan.steps) { try await writer.store(batch) }
    }
  }
}

extension ResourceWriter {
  /// Applies a batch; throws an `ExportFailure` if the store rejects a step.
  fileprivate func store(_ batch: PlanBatch) async throws {
    do {
      let receipt = try await apply(batch)
      if let rejected = receipt.rejectedSteps.first {
        throw batch.failure(rejected.message, of: rejected.address.path)
      }
    } catch let failure as ExportFailure {
      throw failure
    } catch {
      let rejection = error as? StoreError
      throw batch.failure(rejection?.message ?? error.reason, of: rejection?.paths.first)
    }
  }
}

extension PlanBatch {
  /// Returns the error for the step at a path, or for the first step if no step has the path.
  fileprivate func failure(_ message: String, of path: TreePath?) -> ExportFailure {
    let step = steps.first { $0.address.path == path } ?? steps.first
    let place = step?.difference.position ?? step?.changes.lazy.compactMap(\.new?.position).first
    return ExportFailure(findings: [
      .error(.invalidValue, message, at: place, address: step?.address)
    ])
  }
}
