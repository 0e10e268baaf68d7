import GRDB
package import TaneCore
package import TaneProject

/// The ledger of an environment: the values that Tane last wrote to its services.
///
/// The ledger is keyed by the location of each service, so two profiles with the same database
/// share its records. For an emulator, a ledger is stored only if the profile contains `state`,
/// because an emulator may be reset at any time.
package struct EnvironmentLedger: Sendable {
  private struct Service: Sendable {
    let location: String
    let containsTrees: Bool
    let flags: [String]
    let isShared: Bool
  }

  private let services: [String: Service]
  private let state: StateDatabase?

  /// Opens the ledger of an environment; if `state` is nil, nothing is recorded.
  package init(of profile: EnvironmentProfile, in state: StateDatabase?) {
    let services = profile.services.compactMap { service in
      service.ledgerLocation(in: profile).map {
        let isShared = profile.sharesState(of: service)
        let kept = Service(
          location: $0,
          containsTrees: service.kind == .databases,
          flags: service.kind == .accounts ? AccountFields.flags : [],
          isShared: isShared
        )
        return (service.name, kept)
      }
    }
    self.services = Dictionary(services) { first, _ in first }
    self.state = state
  }

  /// Returns the recorded state of an address: the last write, and unacknowledged writes of
  /// interrupted runs.
  package func recorded(at address: Address) throws -> RecordedResource {
    guard let state else { return RecordedResource() }
    return try state.read { try recorded(at: address, in: $0) }
  }

  /// Returns the recorded state of an address; large content shares the memory of `other` if both
  /// trees are similar.
  func recorded(
    at address: Address,
    in database: Database,
    beside other: Tree? = nil
  ) throws -> RecordedResource {
    guard let state, let location = services[address.service]?.location else {
      return RecordedResource()
    }
    let last = try serviceLedger(of: address.service, in: database)?
      .resource(at: address.path, beside: other)
    let base = last ?? Resource(address, .null)
    let unconfirmed = try RunStep.unacknowledged(
      at: address,
      of: location,
      in: database,
      else: state.damaged()
    ).map { (found: $0.reverted(on: base), written: $0.made(of: base)) }
    return RecordedResource(last: last, unconfirmed: unconfirmed)
  }

  /// Returns the recorded content of a large node, sharing the memory of a similar tree, or nil if
  /// the content has a different digest.
  ///
  /// The function also returns nil if the service stores a value other than the recorded one, such
  /// as the time of a server timestamp, or if the service is local and the other tree is not
  /// similar.
  func content(
    at address: Address,
    digest: String,
    beside other: Tree,
    isLocal: Bool
  ) -> Tree? {
    guard let state else { return nil }
    return try? state.read { database in
      guard let ledger = try serviceLedger(of: address.service, in: database),
        let entry = try ledger.entry(at: address.path), entry.path == address.path,
        entry.digest.map({ TreeDigest.hexadecimal($0) }) == digest
      else { return nil }
      return try ledger.heldContent(
        of: entry,
        beside: (other, digests.digest(of: other)),
        isLocal: isLocal
      )
    }
  }

  /// The cache of the most recent digests.
  var digests: DigestCache { state?.contents.digests ?? DigestCache() }

  /// Returns the orphans: recorded resources that fixtures no longer describe.
  ///
  /// - Parameters:
  ///   - desired: The resources of the service that fixtures describe.
  ///   - service: The name of the service.
  ///   - sets: The loaded sets; records of runs with other sets are ignored.
  /// - Returns: The resources.
  /// - Throws: A `StoreError` if the state cannot be read.
  package func orphans(
    besides desired: [DesiredResource],
    of service: String,
    loading sets: [String]
  ) throws -> [DesiredResource] {
    guard let state, let kept = services[service] else { return [] }
    let written = try state.read { database in
      let entries = try serviceLedger(of: service, in: database)?.entries() ?? []
      // Resources that an interrupted run may have added have no records, so they are found in its
      // steps.
      return try RunStep.unacknowledged(of: kept.location, in: database)
        .merging(entries.map { ($0.path, Set($0.setNames)) }) { $1 }
    }
    let known = Set(desired.map(\.address))
    return written.sorted { $0.key < $1.key }.compactMap { path, setNames in
      let address = Address(service: service, path: path)
      guard setNames.isSubset(of: sets), !known.contains(address),
        !kept.containsTrees
          || desired.allSatisfy({
            !$0.address.contains(address) && !address.contains($0.address)
          })
      else { return nil }
      return .orphan(at: address)
    }
  }

  /// Returns a plan that writes a difference, based on the recorded state of its resources.
  ///
  /// - Parameters:
  ///   - difference: The difference.
  ///   - prunes: True to remove extras.
  ///   - policy: The conditions for overwriting values that Tane did not write last.
  ///   - sets: The loaded sets: extras that are recorded for other sets are kept.
  /// - Returns: The plan.
  /// - Throws: A `StoreError` if the state cannot be read.
  package func plan(
    _ difference: Difference,
    prunes: Bool = false,
    overwriting policy: OverwritePolicy,
    loading sets: [String]? = nil
  ) throws -> Plan {
    guard let state else {
      return Plan(
        difference,
        prunes: prunes,
        overwriting: policy,
        recorded: { _ in RecordedResource() },
        keepsRecorded: { _ in false }
      )
    }
    return try state.read { database in
      try Plan(
        difference,
        prunes: prunes,
        overwriting: policy,
        recorded: { try recorded(at: $0.address, in: database, beside: $0.content) },
        keepsRecorded: { address in
          let recorded = try serviceLedger(of: address.service, in: database)?
            .sets(at: address.path)
          return sets.map { recorded?.isSubset(of: $0) == false } ?? false
        }
      )
    }
  }

  /// Returns the addresses without a record, except addresses in services whose writes are not
  /// recorded.
  package func unrecorded(among addresses: [Address]) throws -> [Address] {
    guard let state else { return [] }
    return try state.read { database in
      try addresses.filter { address in
        guard keeps(address.service) else { return false }
        let ledger = try serviceLedger(of: address.service, in: database)
        return try ledger?.sets(at: address.path).isEmpty ?? true
      }
    }
  }

  /// Returns true if writes to a service are recorded.
  package func keeps(_ service: String) -> Bool { services[service] != nil }

  /// The names of the services whose state is shared, sorted.
  var sharedServices: [String] { services.filter(\.value.isShared).keys.sorted() }

  /// Returns a service's location in the ledger, or an empty string if the service is not recorded.
  func location(of service: String) -> String { services[service]?.location ?? "" }

  /// Returns the records of a service, or nil if the service has none or is not recorded.
  func serviceLedger(of name: String, in database: Database) throws -> ServiceLedger? {
    guard let state, let service = services[name] else { return nil }
    try state.contents.clearIfStale(in: database)
    let number = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT id FROM service WHERE location = ?"),
      arguments: [service.location]
    )
    return number.map {
      ServiceLedger(
        of: name,
        number: $0,
        containsTrees: service.containsTrees,
        flags: service.flags,
        isShared: service.isShared,
        in: database,
        remembering: state.contents,
        damaged: state.damaged()
      )
    }
  }

  /// Returns the records of a service for writing, or nil if the service is not recorded.
  func ledgerForWriting(of name: String, in database: Database) throws -> ServiceLedger? {
    guard let service = services[name] else { return nil }
    if let ledger = try serviceLedger(of: name, in: database) { return ledger }
    try database.execute(
      sql: "INSERT INTO service (location) VALUES (?)",
      arguments: [service.location]
    )
    return try serviceLedger(of: name, in: database)
  }
}

extension ServiceProfile {
  /// Returns the location of the service in the ledger, or nil if the service is an emulator and
  /// the profile does not contain `state`.
  func ledgerLocation(in profile: EnvironmentProfile) -> String? {
    switch location {
    case .emulator: profile.state == nil ? nil : "\(kind.id) \(url)"
    case .embedded: "\(kind.id) \(url) of \(profile.name)"
    case .firebase: "\(kind.id) \(url)"
    }
  }
}
