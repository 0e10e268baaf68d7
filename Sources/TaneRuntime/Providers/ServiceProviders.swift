import TaneCore
import TaneProject

/// The registry of service providers.
enum ServiceProviders {
  static let all: [any ServiceProvider] = [
    DatabaseProvider(), BucketProvider(), FirestoreProvider(), AccountProvider(),
    RemoteConfigProvider(),
  ]

  /// Returns the provider of a service's kind.
  static func provider(of service: ServiceProfile) throws -> any ServiceProvider {
    let provider = all.first { $0.kind == service.kind }
    if let provider { return provider }
    throw service.unsupported
  }
}

extension ServiceProvider {
  var kind: ServiceKind { key.kind }
}
