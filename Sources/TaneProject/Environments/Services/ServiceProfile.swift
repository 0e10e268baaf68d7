public import TaneCore

/// A service of a profile.
public struct ServiceProfile: Sendable {
  /// The name that addresses use; that of its kind where an environment has one service of the kind.
  public let name: String
  /// The location of the service.
  public internal(set) var location: ServiceLocation
  /// The settings of the service that are said to be true.
  public let flags: Set<String>
  /// The settings of the service that are never shown.
  public let secrets: [String: Secret]
  /// The position of the service in the profile.
  public let position: SourcePosition?
  let declaration: any ServiceDeclaration

  /// The kind of service.
  public var kind: ServiceKind { declaration.kind }
  /// The setting that names the service: `databases.shops`, `firestore`.
  public var setting: String { declaration.setting(of: name) }
  /// The location of the service, as spelled in a profile.
  public var url: String { location.spelling(of: declaration) }

  /// The project that the service is of; nil where its place does not say.
  public var project: String? { location.resource.flatMap { declaration.project(of: $0) } }

  /// The name of the service as clients of an emulator say it.
  public var instanceName: String {
    switch location {
    case .embedded(let name), .emulator(_, let name): name
    case .firebase(let resource): declaration.instanceName(of: resource)
    }
  }
}
