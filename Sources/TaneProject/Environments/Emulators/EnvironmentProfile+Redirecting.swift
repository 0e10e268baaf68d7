import TaneCore

extension EnvironmentProfile {
  /// The profile with its services of Firebase at the emulators that variables name.
  ///
  /// Embedded services and the emulators that the profile itself names stay where they are, and so does the
  /// guard.
  func redirected(to hosts: EmulatorHosts) throws(EnvironmentError) -> EnvironmentProfile {
    var profile = self
    try profile.redirectDatabases(hosts)
    try profile.redirectBuckets(hosts)
    if case .firebase(let name) = firestore?.url, let host = try hosts.firestore() {
      profile.firestore?.url = .emulator(origin: host.origin, name)
      profile.note(["firestore"], host)
    }
    if case .firebase(let project) = accounts?.url, let host = try hosts.accounts() {
      profile.accounts?.url = .emulator(origin: host.origin, project: project)
      profile.note(["accounts"], host)
    }
    return profile
  }

  private mutating func redirectDatabases(_ hosts: EmulatorHosts) throws(EnvironmentError) {
    let places = databases.indices.filter { index in
      if case .firebase = databases[index].url { true } else { false }
    }
    guard !places.isEmpty, let host = try hosts.database() else { return }
    for place in places {
      let name = databases[place].url.instanceName
      databases[place].url = .emulator(origin: host.origin, name: name, service: .database)
    }
    note(places.map { databases[$0].name }, host)
  }

  private mutating func redirectBuckets(_ hosts: EmulatorHosts) throws(EnvironmentError) {
    let places = buckets.indices.filter { index in
      if case .bucket = buckets[index].url { true } else { false }
    }
    guard !places.isEmpty, let host = try hosts.storage() else { return }
    for place in places {
      let name = buckets[place].url.instanceName
      buckets[place].url = .emulator(origin: host.origin, name: name, service: .bucket)
    }
    note(places.map { buckets[$0].name }, host)
  }

  private mutating func note(_ services: [String], _ host: EmulatorHosts.Host) {
    redirections.append(
      EmulatorRedirection(
        services: services,
        address: host.address,
        variable: host.variable
      )
    )
  }
}

extension EmulatorHosts.Host {
  /// The emulator's scheme, host and port.
  fileprivate var origin: String { "http://\(address)" }
}
