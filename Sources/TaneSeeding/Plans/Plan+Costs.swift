package import TaneCore
package import TaneProject

extension Plan {
  /// Returns the cost of the plan for each service that it writes to or that bills reads.
  package func costs(
    on readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> [(service: String, cost: PlanCost)] {
    let compared = Dictionary(grouping: difference.resources, by: \.address.service)
    let written = Dictionary(services) { first, second in first + second }
    return try context.profile.services.compactMap { service in
      guard let count = compared[service.name]?.count,
        let adapter = readers.kind(of: service.name)?.adapter
      else { return nil }
      let cost = try adapter.observer(named: service.name, in: readers, context)
        .cost(of: written[service.name] ?? [], comparing: count)
      return cost.requests + cost.documentsRead > 0 ? (service.name, cost) : nil
    }
  }
}
