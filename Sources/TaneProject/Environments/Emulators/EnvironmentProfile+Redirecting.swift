package import TaneCore

extension EnvironmentProfile {
  /// The environment variable that `tane emulate` sets, for the command that it runs, to the name
  /// of the served environment.
  ///
  /// If it is set, all services of all environments are redirected to emulators.
  package static let emulatedVariable = "TANE_EMULATED"

  /// The environment variable that `tane emulate --seed` sets, for the command that it runs, to the
  /// reference time for relative dates in the seeded fixtures.
  package static let seedTimeVariable = "TANE_SEED_TIME"

  /// Returns the profile with its services redirected to the emulators that variables name.
  ///
  /// The shared state is redirected like the buckets. Only Firebase services are redirected, unless
  /// the emulators serve all services: then embedded services and services at other emulators are
  /// redirected too. The guard is unchanged.
  ///
  /// - Throws: An `EnvironmentError` if a variable contains no valid host, or if the emulators
  ///   serve all services but no variable names an emulator for one of the profile's services.
  func redirected(to hosts: EmulatorHosts) throws(EnvironmentError) -> EnvironmentProfile {
    var profile = self
    for declaration in ServiceDeclarations.all {
      let places = services.indices.filter { index in
        services[index].kind == declaration.kind && hosts.canRedirect(services[index])
      }
      guard let first = places.first, let host = try hosts.host(of: services[first]) else {
        continue
      }
      for place in places {
        profile.services[place].location = location(of: services[place], at: host)
      }
      profile.redirections.append(
        EmulatorRedirection(
          services: places.map { services[$0].name },
          address: host.address,
          variable: host.variable
        )
      )
    }
    if case .shared(var bucket, let object) = state, hosts.canRedirect(bucket),
      let host = try hosts.host(of: bucket)
    {
      bucket.location = location(of: bucket, at: host)
      profile.state = .shared(bucket: bucket, object: object)
    }
    return profile
  }

  /// Returns the profile with one service redirected to the emulator that an app specifies; the
  /// guard is unchanged.
  ///
  /// - Throws: An `EnvironmentError` if the host and the port do not name an emulator.
  package func redirecting(
    _ kind: ServiceKind,
    named name: String,
    toHost host: String,
    port: Int
  ) throws(EnvironmentError) -> EnvironmentProfile {
    let isUnbracketed = host.contains(":") && !host.hasPrefix("[")
    let address = "\(isUnbracketed ? "[\(host)]" : host):\(port)"
    guard EmulatorHosts.isEmulator(address) else { throw .notAnEmulator(host, port) }
    var profile = self
    let target = EmulatorHosts.Host(address: address, variable: "useEmulator")
    for index in services.indices where services[index].kind == kind && services[index].name == name
    { profile.services[index].location = location(of: services[index], at: target) }
    return profile
  }

  private func location(
    of service: ServiceProfile,
    at host: EmulatorHosts.Host
  ) -> ServiceLocation {
    let resource =
      service.location.isEmbedded
      ? service.declaration.instanceName(ofEmbedded: service.instanceName, in: self)
      : service.instanceName
    return .emulator(origin: "http://\(host.address)", resource: resource)
  }
}
