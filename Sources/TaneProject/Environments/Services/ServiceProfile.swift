package import TaneCore

package struct ServiceProfile: Sendable {
  /// The name in addresses; for a kind with one service per environment, the kind's identifier.
  package let name: String
  package internal(set) var location: ServiceLocation
  /// The enabled Boolean options.
  package let flags: Set<String>
  /// The name of the manager's member in generated Swift code, or nil for the default name.
  let member: String?
  /// The options with secret values, by key.
  package let secrets: [String: Secret]
  package let position: SourcePosition?
  let declaration: any ServiceDeclaration

  package var kind: ServiceKind { declaration.kind }
  /// The key path of the setting that defines the service: `databases.shops`, `firestore`.
  package var setting: String { declaration.setting(of: name) }
  /// The location of the service, as written in a profile.
  package var url: String { location.spelling(of: declaration) }

  /// A Boolean value indicating whether the profile marks the service as the default of its kind.
  package var isDefault: Bool { flags.contains(ServiceLongForm.defaultKey) }

  /// The project in the location of the service, or nil if it contains none.
  package var project: String? { location.resource.flatMap { declaration.project(of: $0) } }

  /// The name that clients of an emulator use for the service.
  package var instanceName: String {
    switch location {
    case .embedded(let name), .emulator(_, let name): name
    case .firebase(let resource): declaration.instanceName(of: resource)
    }
  }
}
