import TaneCore

/// An observer of a project's Remote Config template.
struct RemoteConfigObserver: ResourceObserver {
  let store: any RemoteConfigReader

  func observe(
    _ desired: [DesiredResource],
    expectingAgreement: Bool
  ) async throws -> [Observation] {
    guard !desired.isEmpty else { return [] }
    let found = try await resource()
    return desired.map { desired in
      // A fixture without parameters and conditions describes the empty template.
      let isEmpty = desired.content.kind == .map && desired.content.children.isEmpty
      return .found(
        isEmpty && found.content.isNull
          ? Resource(.remoteConfig, desired.content, version: found.version) : found
      )
    }
  }

  func resources(in scope: ComparisonScope) async throws -> [Resource] { [try await resource()] }

  private func resource() async throws -> Resource {
    let revision = try await store.current()
    let content = revision.template == RemoteConfigTemplate() ? Tree.null : revision.template.tree
    return Resource(.remoteConfig, content, version: .tag(revision.etag))
  }

  /// Returns the errors in the resulting template, which retains values that only the environment
  /// has; these may refer to removed values.
  func violations(in steps: [PlanStep]) async throws -> [String] {
    var violations: [String] = []
    for step in steps {
      let template = RemoteConfigTemplate.read(step.after.content).template
      let errors = RemoteConfigCheck.findings(in: template).filter { $0.severity == .error }
      violations += errors.map {
        "\($0.address ?? step.address), merged with the values that exist only in the environment: "
          + "\($0.message)"
      }
      if errors.isEmpty {
        violations += try await serviceErrors(of: template, replacing: step.before)
      }
    }
    return violations
  }

  /// Returns the errors that the service reports for a template.
  ///
  /// Failures other than a rejected template, such as a missing permission to write, are ignored: a
  /// run validates again before it writes.
  private func serviceErrors(
    of template: RemoteConfigTemplate,
    replacing resource: Resource
  ) async throws -> [String] {
    guard case .tag(let etag) = resource.version else { return [] }
    do {
      let current = try await store.current().template
      try await store.validate(template.copyingUnknownMembers(from: current), ifMatch: etag)
      return []
    } catch let error as StoreError where error.code == .invalidData {
      return [error.description]
    } catch is StoreError {
      return []
    }
  }
}
