import TaneCore
import TaneEmbedded
import TaneFirebase
import TaneProject
import TaneServices

/// A provider that opens Firebase Authentication accounts.
struct AccountProvider: ManagedServiceProvider {
  var key: ServiceKey<any AccountReader, any AccountStore> { .accounts }

  func embeddedStore(_ name: String, in embedded: EmbeddedEnvironment) -> any AccountStore {
    embedded.accounts(name)
  }

  func client(
    of service: ServiceProfile,
    over connections: ServiceConnections
  ) throws -> IdentityToolkitClient {
    let location = try service.projectLocation()
    let project = connections.project
    return IdentityToolkitClient(
      location: location,
      connection: try connections.connection(isEmulator: location.isEmulator)
    ) {
      if let key = service.apiKey { return key.revealed }
      let apps = GoogleServiceInfo.search(project).infos
      return apps.first { $0.project?.value == location.project }?.apiKey?.revealed
    }
  }

  func store(_ client: IdentityToolkitClient) -> any AccountStore { client }

  func probe(_ reader: any AccountReader) async throws {
    _ = try await reader.accounts(after: nil, limit: 1)
  }

  var sharedManager: AuthManager { .shared }

  func connect(_ manager: AuthManager, to environment: ManagedEnvironment) {
    let profile = environment.profile
    let project = profile.services(of: .accounts).first?.project ?? profile.project
    manager.use(
      environment.services,
      environment: profile.name,
      project: project ?? "demo-\(profile.name)",
      opener: environment.opener
    )
  }
}
