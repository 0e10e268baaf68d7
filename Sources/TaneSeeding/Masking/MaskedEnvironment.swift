package import TaneCore
package import TaneProject

/// What an environment holds, read once, with pseudonyms in the places of originals.
///
/// It is compared with fixtures as the environment itself would be.
package struct MaskedEnvironment: Sendable {
  /// What is asked for, by the keys that fixtures have.
  package let scope: ComparisonScope
  /// The originals.
  package let search: OriginalSearch
  /// What cannot be masked as rules say.
  package let findings: [Diagnostic]
  /// The addresses of objects in the environment, by those that they are pulled to; those without bytes are not in it.
  package let objects: [Address: Address]
  private let resources: [String: [Resource]]

  /// Reads and masks what a scope asks for.
  ///
  /// - Parameters:
  ///   - readers: The services.
  ///   - context: The environment.
  ///   - scope: What is asked for.
  ///   - rules: What is masked.
  ///   - key: What pseudonyms follow from.
  ///   - namesPseudonyms: Whether the scope may name what it asks for by the keys that fixtures have.
  /// - Throws: A `StoreError` where a service cannot be read.
  package init(
    reading readers: EnvironmentReaders,
    _ context: AdapterContext,
    _ scope: ComparisonScope,
    by rules: MaskRules,
    with key: MaskKey,
    namesPseudonyms: Bool
  ) async throws {
    let asked =
      namesPseudonyms
      ? ComparisonScope(scope.addresses.map { $0.aboveMaskedKeys(by: rules) }) : scope
    var originals = MaskedOriginals(rules)
    var read: [(service: String, kind: any ServiceAdapter, resources: [Resource])] = []
    for service in context.profile.services where asked.mentions(service.name) {
      guard let adapter = readers.kind(of: service.name)?.adapter else { continue }
      let observer = try adapter.observer(named: service.name, in: readers, context)
      let found = try await observer.resources(in: asked)
        .filter { $0.exists && asked.asksFor($0.address) }
      found.forEach { originals.add($0) }
      read.append((service.name, adapter, found))
    }
    var search = OriginalSearch(originals.originals)
    originals.kept.forEach { search.exempt($0) }
    var masker = Masker(rules, Pseudonyms(key: key, avoiding: search), for: context.profile)
    var resources: [String: [Resource]] = [:]
    var objects: [Address: Address] = [:]
    for (service, adapter, found) in read {
      let unique = adapter.rules(context).uniqueValues
      var masked: [Resource] = []
      for resource in found {
        guard let pulled = masker.masked(resource) else { continue }
        masked.append(pulled)
        if pulled.blob?.size ?? 0 > 0 { objects[pulled.address] = resource.address }
      }
      masker.checkUnique(masked, unique)
      resources[service] = masked.sorted { $0.address < $1.address }
    }
    let maskedAddresses = scope.addresses.map { masker.masked($0) }
    self.scope = ComparisonScope(
      namesPseudonyms ? Array(Set(scope.addresses + maskedAddresses)) : maskedAddresses
    )
    (self.resources, self.objects) = (resources, objects)
    (self.search, findings) = (masker.search, masker.findings)
  }

  /// The resources of a service that are asked for.
  func resources(of service: String) -> [Resource] {
    (resources[service] ?? []).filter { scope.asksFor($0.address) }
  }

  /// What observes a service in place of its own observer.
  func observer(
    of service: String,
    _ adapter: any ServiceAdapter,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    let resources = resources[service] ?? []
    guard adapter.rules(context).isReadBack else { return HeldObserver(resources: resources) }
    var assembly = TreeAssembly()
    for resource in resources { _ = assembly.add(resource.content, at: resource.address.path) }
    var readers = EnvironmentReaders()
    readers.add(FileTreeReader(assembly.assembled()), named: service, as: .databases)
    return try adapter.observer(named: service, in: readers, context)
  }
}

/// Observes resources that were read before.
private struct HeldObserver: ResourceObserver {
  let resources: [Resource]

  func observe(
    _ desired: [DesiredResource],
    expectingAgreement: Bool
  ) async throws -> [Observation] {
    let held = Dictionary(resources.map { ($0.address, $0) }) { first, _ in first }
    return desired.map { .found(held[$0.address] ?? Resource($0.address, .null)) }
  }

  func resources(in scope: ComparisonScope) async throws -> [Resource] {
    resources.filter { scope.contains($0.address) }
  }
}

extension Address {
  /// The lowest address above all keys that are masked.
  fileprivate func aboveMaskedKeys(by rules: MaskRules) -> Address {
    var place = rules.root(of: service)
    for (index, key) in path.components.enumerated() {
      place = place.child(key)
      guard place.keyRule == nil else {
        return Address(service: service, path: TreePath(Array(path.components[..<index])))
      }
    }
    return self
  }
}

extension Masker {
  /// Reports values that only one resource may have, and addresses of which there is one, where pseudonyms are the
  /// same.
  fileprivate mutating func checkUnique(
    _ resources: [Resource],
    _ values: (Tree) -> [String]
  ) {
    var (known, taken) = (Set<Address>(), Set<String>())
    for resource in resources {
      if !known.insert(resource.address).inserted { reportCollision(at: resource.address) }
      for value in values(resource.content) where !taken.insert(value).inserted {
        reportShared(at: resource.address)
      }
    }
  }
}
