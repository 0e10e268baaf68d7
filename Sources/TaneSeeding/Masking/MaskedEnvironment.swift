package import TaneCore
package import TaneProject

/// A snapshot of an environment with pseudonyms in place of originals.
package struct MaskedEnvironment: Sendable {
  /// The scope, with keys masked as in the fixtures.
  package let scope: ComparisonScope
  package let search: OriginalSearch
  /// The fixture addresses of the values that `keep` rules name individually, keyed by environment
  /// address.
  package let exceptions: [Address: Address]
  /// The findings about values that cannot be masked according to the rules.
  package let findings: [Diagnostic]
  /// The environment addresses of objects that have bytes, keyed by fixture address.
  package let objects: [Address: Address]
  package let held: EnvironmentSnapshot

  /// Reads and masks the part of an environment that a scope covers.
  ///
  /// - Parameters:
  ///   - readers: The services.
  ///   - context: The context of the environment.
  ///   - scope: The scope.
  ///   - rules: The masking rules.
  ///   - key: The key from which pseudonyms are derived.
  ///   - namesPseudonyms: True if the scope may contain masked keys, as addresses in fixtures do.
  /// - Throws: A `StoreError` if a service cannot be read.
  package init(
    reading readers: EnvironmentReaders,
    _ context: AdapterContext,
    _ scope: ComparisonScope,
    by rules: MaskRules,
    with key: MaskKey,
    namesPseudonyms: Bool
  ) async throws {
    let requestedScope =
      namesPseudonyms
      ? ComparisonScope(scope.addresses.map { $0.aboveMaskedKeys(by: rules) }) : scope
    let read = try await EnvironmentSnapshot(reading: readers, context, requestedScope)
    var originals = MaskedOriginals(rules: rules)
    for service in context.profile.services {
      read.resources(of: service.name).forEach { originals.add($0) }
    }
    let search = OriginalSearch(
      originals.originals,
      except: context.profile.maskExceptions
    )
    let kept = originals.kept.filter { search.finding(in: $0.value) != nil }.keys
    var masker = Masker(
      rules: rules,
      profile: context.profile,
      pseudonyms: Pseudonyms(key: key, avoiding: search)
    )
    var resources: [String: [Resource]] = [:]
    var objects: [Address: Address] = [:]
    for service in context.profile.services {
      guard let adapter = readers.kind(of: service.name)?.adapter else { continue }
      var masked: [Resource] = []
      for resource in read.resources(of: service.name) {
        guard let pulled = masker.pseudonymize(resource) else { continue }
        masked.append(pulled)
        if pulled.blob?.size ?? 0 > 0 { objects[pulled.address] = resource.address }
      }
      masker.checkUnique(masked, adapter.rules(context).uniqueValues)
      resources[service.name] = masked.sorted { $0.address < $1.address }
    }
    let maskedAddresses = scope.addresses.map { masker.pseudonymize($0) }
    self.scope = ComparisonScope(
      namesPseudonyms ? Array(Set(scope.addresses + maskedAddresses)) : maskedAddresses
    )
    exceptions = Dictionary(uniqueKeysWithValues: kept.map { ($0, masker.pseudonymize($0)) })
    (held, self.objects) = (EnvironmentSnapshot(resources), objects)
    (self.search, findings) = (masker.search, masker.findings)
  }
}

extension Address {
  /// Returns the lowest ancestor above all masked keys, or the address itself if it has no masked
  /// keys.
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
  /// Reports resources whose masked addresses are equal, and equal masked values that must be
  /// unique.
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
