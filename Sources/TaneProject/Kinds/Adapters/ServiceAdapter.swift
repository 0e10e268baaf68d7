package import TaneCore

/// What observes and writes the services of one kind.
package protocol ServiceAdapter: Sendable {
  /// How the resources are compared.
  func rules(_ context: AdapterContext) -> ResourceRules

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
