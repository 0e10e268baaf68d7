import TaneCore
import TaneProject

/// Remote Config, whose parameters are checked with their default values and with the values of
/// each condition.
struct RemoteConfigDataCollector: CheckDataCollector {
  let kind = ServiceKind.remoteConfig

  func isNamed(by rule: MappingRule) -> Bool { rule.pattern.service == kind.id }

  func collect(_ fixtures: Fixtures, _ mappings: Mappings, into data: inout CheckedData) {
    let services = fixtures.services(of: kind)
    for resource in services.flatMap(\.resources) {
      data.add(nodes(in: resource.content, mappings))
      data.notChecked += unmapped(in: resource.content, mappings, of: data)
    }
    guard services.isEmpty else { return }
    for rule in mappings.rules where isNamed(by: rule) {
      data.skip(rule, "no fixtures exist for \(kind)")
    }
  }

  func read(_ rule: MappingRule, by reading: inout LiveDataReader) async throws {
    guard let reader = reading.readers[.remoteConfig][kind.id] else {
      return reading.data.notChecked.append("\(rule.pattern): the environment has no Remote Config")
    }
    let template = try await reader.current().template
    reading.data.add(nodes(in: template.tree, reading.mappings).filter { $0.rule == rule })
  }

  func recordUnmappedData(by reading: inout LiveDataReader) async throws {
    guard let reader = reading.readers[.remoteConfig][kind.id], !reading.mappings.rules.isEmpty,
      reading.isInScope(Address(service: kind.id, path: .root))
    else { return }
    let template = try await reader.current().template
    reading.data.notChecked += unmapped(in: template.tree, reading.mappings, of: reading.data)
  }

  /// Returns a clause with the number of unmapped parameters, or an empty array if there are none.
  private func unmapped(
    in template: Tree,
    _ mappings: Mappings,
    of data: CheckedData
  ) -> [String] {
    guard !mappings.rules.isEmpty else { return [] }
    let values = RemoteConfigValues.values(of: template, under: nil)
    let count = values.children.count { child in
      let address = Address(service: kind.id, path: TreePath([child.key ?? ""]))
      return data.isInScope(address) && !mappings.isMapped(address)
    }
    return count == 0 ? [] : ["\(kind): \(CheckedData.unmapped(count, "parameter"))"]
  }

  func findings(about mappings: Mappings, in data: CheckedData) -> [Diagnostic] { [] }

  /// Returns the nodes for the values that apps may receive: without a condition, and under each
  /// single condition.
  private func nodes(in template: Tree, _ mappings: Mappings) -> [Mappings.MappedNode] {
    let conditions = [nil] + RemoteConfigValues.conditions(of: template).map(Optional.some)
    return conditions.flatMap { condition in
      mappings.nodes(in: RemoteConfigValues.values(of: template, under: condition), of: kind.id)
    }
  }
}
