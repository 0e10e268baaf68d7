import TaneCore
import TaneProject

/// The providers of all kinds of services: the registry of this module.
enum ServiceProviders {
  /// All providers.
  static let all: [any ServiceProvider] = [
    DatabaseProvider(), BucketProvider(), FirestoreProvider(), AccountProvider(),
    RemoteConfigProvider(),
  ]

  /// The provider of a service's kind.
  static func provider(of service: ServiceProfile) throws -> any ServiceProvider {
    let provider = all.first { $0.kind == service.kind }
    if let provider { return provider }
    throw service.unsupported
  }
}

extension ServiceProvider {
  /// The kind.
  var kind: ServiceKind { key.kind }
}
