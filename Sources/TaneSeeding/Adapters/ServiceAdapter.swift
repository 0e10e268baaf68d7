import TaneCore
public import TaneProject

/// What observes and writes the services of one kind.
protocol ServiceAdapter: Sendable {
  /// The kind.
  var kind: ServiceKind { get }

  /// What reads a service.
  func observer(
    named name: String,
    in readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> any ResourceObserver

  /// What writes a service.
  func writer(
    named name: String,
    in stores: EnvironmentStores,
    _ context: AdapterContext,
    _ materials: PlanMaterials
  ) throws -> any ResourceWriter
}

/// What adapters know of the environment besides its services.
public struct AdapterContext: Sendable {
  /// The environment.
  public let profile: EnvironmentProfile
  /// What says how elements of lists are found again for people.
  let mappings: Mappings
  /// What earlier comparisons know; nil to read everything.
  public let ledger: EnvironmentLedger?

  /// Creates a context.
  public init(
    _ profile: EnvironmentProfile,
    mappings: Mappings = Mappings(),
    ledger: EnvironmentLedger? = nil
  ) {
    self.profile = profile
    self.mappings = mappings
    self.ledger = ledger
  }
}

/// The adapters of all kinds of services, in the order in which services are compared and written.
enum ServiceAdapters {
  static let all: [any ServiceAdapter] = [
    DatabaseAdapter(), DocumentAdapter(), AccountAdapter(), ObjectAdapter(),
  ]

  /// The adapter of a kind.
  static func adapter(of kind: ServiceKind) -> (any ServiceAdapter)? {
    all.first { $0.kind == kind }
  }
}
