import TaneCore
public import TaneProject
public import TaneServices

/// A service of an environment that can be asked what it lets be done there.
public struct CheckedService: Sendable {
  /// The service's name, as addresses use it.
  public let name: String
  /// Where the service is, as the profile spells it.
  public let url: String
  private let service: Result<any ProbedService, StoreError>

  init(_ name: String, _ url: String, _ makeService: () throws -> any ProbedService) throws {
    (self.name, self.url) = (name, url)
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
  /// All services of an environment, to be asked what they let be done there: databases, buckets, Firestore
  /// and accounts, in the order of the profile.
  public func checkedServices(of profile: EnvironmentProfile) throws -> [CheckedService] {
    let services = services(of: profile)
    return try profile.services.map { service in
      try CheckedService(service.name, service.url) {
        switch service.kind {
        case .databases where !service.location.isEmbedded: try services.database(service)
        case .buckets where !service.location.isEmbedded: try services.bucket(service)
        case .firestore where !service.location.isEmbedded: try services.documents(service)
        case .accounts where !service.location.isEmbedded: try services.accounts(service)
        default: EmbeddedProbe(connector: self, profile: profile, read: Self.reading(service))
        }
      }
    }
  }

  private static func reading(_ service: ServiceProfile) -> EmbeddedProbe.Reading {
    let name = service.name
    return switch service.kind {
    case .databases:
      { _ = try await $0.reader(.databases, named: name).childKeys(at: .root) }
    case .buckets:
      {
        let request = ObjectListRequest(maximumResults: 1)
        _ = try await $0.reader(.buckets, named: name).list(request)
      }
    case .firestore:
      { _ = try await $0.reader(.firestore, named: name).collectionIDs(below: .root) }
    default:
      { _ = try await $0.reader(.accounts, named: name).accounts(after: nil, limit: 1) }
    }
  }

  /// The project that the credential of an environment is of; nil where none is needed, or it names none.
  ///
  /// - Throws: A `CredentialError` or a `StoreError` where there is no credential.
  public func credentialProject(
    of profile: EnvironmentProfile
  ) async throws -> ProjectAgreement.Credential? {
    try await services(of: profile).credentialProject()
      .map { ProjectAgreement.Credential(project: $0.project, name: $0.credential) }
  }
}
