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
    let clients = services(of: profile)
    func service(
      _ name: String,
      _ url: String,
      isEmbedded: Bool,
      _ client: () throws -> any ProbedService,
      reading read: @escaping EmbeddedProbe.Reading
    ) throws -> CheckedService {
      try CheckedService(name, url) {
        isEmbedded ? EmbeddedProbe(connector: self, profile: profile, read: read) : try client()
      }
    }
    var checked = try profile.databases.map { database in
      try service(database.name, "\(database.url)", isEmbedded: database.url.isEmbedded) {
        try clients.database(database)
      } reading: {
        _ = try await $0.reader(.databases, named: database.name).childKeys(at: .root)
      }
    }
    checked += try profile.buckets.map { bucket in
      try service(bucket.name, "\(bucket.url)", isEmbedded: bucket.url.isEmbedded) {
        try clients.bucket(bucket)
      } reading: {
        let request = ObjectListRequest(maximumResults: 1)
        _ = try await $0.reader(.buckets, named: bucket.name).list(request)
      }
    }
    if let firestore = profile.firestore {
      let name = ServiceKind.firestore.id
      let firestore = try service(name, "\(firestore.url)", isEmbedded: firestore.url.isEmbedded) {
        try clients.documents(firestore)
      } reading: {
        _ = try await $0.reader(.firestore, named: name).collectionIDs(below: .root)
      }
      checked.append(firestore)
    }
    if let accounts = profile.accounts {
      let name = ServiceKind.accounts.id
      let accounts = try service(name, "\(accounts.url)", isEmbedded: accounts.url.isEmbedded) {
        try clients.accounts(accounts)
      } reading: {
        _ = try await $0.reader(.accounts, named: name).accounts(after: nil, limit: 1)
      }
      checked.append(accounts)
    }
    return checked
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
