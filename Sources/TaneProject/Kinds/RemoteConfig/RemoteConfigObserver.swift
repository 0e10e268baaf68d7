import TaneCore

/// Reads the template of a project's Remote Config.
struct RemoteConfigObserver: ResourceObserver {
  let store: any RemoteConfigReader

  func observe(
    _ desired: [DesiredResource],
    expectingAgreement: Bool
  ) async throws -> [Observation] {
    guard !desired.isEmpty else { return [] }
    let found = try await resource()
    return desired.map { _ in .found(found) }
  }

  func resources(in scope: ComparisonScope) async throws -> [Resource] { [try await resource()] }

  private func resource() async throws -> Resource {
    let revision = try await store.current()
    let content = revision.template == RemoteConfigTemplate() ? Tree.null : revision.template.tree
    return Resource(.remoteConfig, content, version: .tag(revision.etag))
  }

  /// What only the environment has stays, and may refer to what goes.
  func violations(in steps: [PlanStep]) -> [String] {
    steps.flatMap { step in
      RemoteConfigCheck.findings(in: RemoteConfigTemplate.read(step.after.content).template)
        .filter { $0.severity == .error }
        .map { "with what only the environment has, \($0.address ?? step.address): \($0.message)" }
    }
  }
}
