import TaneCore
public import TaneProject
public import TaneServices

/// A service of an environment that can be asked what it lets be done there.
public struct CheckedService: Sendable {
  /// The service's name, as addresses use it.
  public let name: String
  /// Where the service is, as the profile spells it.
  public let url: String
  /// The setting that names the service: `databases.shops`.
  public let setting: String
  private let service: Result<any ProbedService, StoreError>

  init(_ profile: ServiceProfile, _ makeService: () throws -> any ProbedService) throws {
    (name, url, setting) = (profile.name, profile.url, profile.setting)
    do {
      service = .success(try makeService())
    } catch let error as StoreError {
      service = .failure(error)
    }
  }

  /// Asks the service, without changing anything.
  ///
  /// - Throws: `CancellationError`; what the service refuses is an answer.
  public func probe() async throws -> ServiceProbe {
    switch service {
    case .success(let service): return try await service.probe()
    case .failure(let error):
      let reason = "it is not reached"
      return ServiceProbe(
        reachable: .no(error.message),
        readable: .notChecked(reason),
        writable: .notChecked(reason)
      )
    }
  }
}

extension EnvironmentConnector {
  /// All services of an environment, to be asked what they let be done there, in the order of the profile.
  public func checkedServices(of profile: EnvironmentProfile) throws -> [CheckedService] {
    try profile.services.map { service in
      try CheckedService(service) {
        try ServiceProviders.provider(of: service).probed(service, of: profile, by: self)
      }
    }
  }

  /// The name of the credential that a profile names, whose file is read; no service is asked.
  ///
  /// - Throws: A `StoreError` if it cannot be used.
  public func credentialName(of profile: EnvironmentProfile) throws -> String {
    try connections(of: profile).credentialName()
  }

  /// The project that the credential of an environment is of; nil where none is needed, or it names none.
  ///
  /// - Throws: A `CredentialError` or a `StoreError` where there is no credential.
  public func credentialProject(
    of profile: EnvironmentProfile
  ) async throws -> ProjectAgreement.Credential? {
    try await connections(of: profile).credentialProject()
      .map { ProjectAgreement.Credential(project: $0.project, name: $0.credential) }
  }
}
