import TaneCore
package import TaneProject
package import TaneServices

/// A service whose reachability and permissions can be checked.
package struct CheckedService: Sendable {
  /// The service's name, as used in addresses.
  package let name: String
  /// The location of the service, as written in the profile, without secrets.
  package let url: String
  /// The setting that names the service, such as `databases.shops`.
  package let setting: String
  private let service: Result<any ProbeableService, StoreError>

  init(_ profile: ServiceProfile, _ makeService: () throws -> any ProbeableService) throws {
    (name, url, setting) = (profile.name, Redaction.url(profile.url), profile.setting)
    do {
      service = .success(try makeService())
    } catch let error as StoreError {
      service = .failure(error)
    }
  }

  /// Checks the service without changing anything.
  ///
  /// - Throws: A `CancellationError`; service errors are part of the result.
  package func probe() async throws -> ServiceProbeResult {
    switch service {
    case .success(let service): return try await service.probe()
    case .failure(let error):
      let reason = "it cannot be reached"
      return ServiceProbeResult(
        reachable: .no(error.message),
        readable: .notChecked(reason),
        writable: .notChecked(reason)
      )
    }
  }
}

extension EnvironmentConnector {
  /// Returns all services of an environment for checking, in the order of the profile.
  package func checkedServices(of profile: EnvironmentProfile) throws -> [CheckedService] {
    try profile.services.map { service in
      try CheckedService(service) {
        try ServiceProviders.provider(of: service).probeTarget(service, of: profile, by: self)
      }
    }
  }

  /// Reads the credential of a profile and returns its name, without sending requests.
  ///
  /// - Throws: A `StoreError` if the credential cannot be used.
  package func credentialName(of profile: EnvironmentProfile) throws -> String {
    try connections(of: profile).credentialName()
  }

  /// Returns the project of an environment's credential, or nil if no credential is needed or the
  /// credential names no project.
  ///
  /// - Throws: A `CredentialError` or a `StoreError` if there is no usable credential.
  package func credentialProject(
    of profile: EnvironmentProfile
  ) async throws -> ProjectConsistencyCheck.Credential? {
    try await connections(of: profile).credentialProject()
      .map { ProjectConsistencyCheck.Credential(project: $0.project, name: $0.credential) }
  }
}
