import TaneCore

extension EnvironmentProfile {
  /// The profile with its services of Firebase at the emulators that variables name.
  ///
  /// The shared state goes where buckets go. Embedded services and the emulators that the profile itself names stay where they are, and so does the
  /// guard.
  func redirected(to hosts: EmulatorHosts) throws(EnvironmentError) -> EnvironmentProfile {
    var profile = self
    for declaration in ServiceDeclarations.all {
      let places = services.indices.filter { index in
        services[index].kind == declaration.kind && services[index].location.isFirebase
      }
      guard !places.isEmpty, let host = try hosts.host(of: declaration) else { continue }
      for place in places {
        profile.services[place].location = .emulator(
          origin: "http://\(host.address)",
          resource: services[place].instanceName
        )
      }
      profile.redirections.append(
        EmulatorRedirection(
          services: places.map { services[$0].name },
          address: host.address,
          variable: host.variable
        )
      )
    }
    if case .shared(var bucket, let object) = state, bucket.location.isFirebase,
      let host = try hosts.host(of: bucket.declaration)
    {
      bucket.location = .emulator(
        origin: "http://\(host.address)",
        resource: bucket.instanceName
      )
      profile.state = .shared(bucket: bucket, object: object)
    }
    return profile
  }
}
