package import TaneCore

/// The location of an environment's recorded state.
package enum StateLocation: Sendable {
  /// The folder `.tane/`, on this machine only.
  case local
  /// The folder `.tane/` and an object in a bucket, for everyone who seeds the environment.
  case shared(bucket: ServiceProfile, object: String)
}

extension EnvironmentProfile {
  /// The shared state's location for display, or nil if the state is not shared.
  package var sharedStateLocation: String? {
    guard case .shared(let bucket, let object) = state else { return nil }
    return "\(bucket.url)/\(object)"
  }

  /// The environment including the shared state's bucket, and the names of the bucket and the
  /// object, or nil if no service shares its state.
  package var sharedState: (profile: EnvironmentProfile, bucket: String, object: String)? {
    guard case .shared(let bucket, let object) = state, services.contains(where: sharesState)
    else { return nil }
    var profile = self
    if !services.contains(where: { $0.name == bucket.name }) { profile.services.append(bucket) }
    return (profile, bucket.name, object)
  }

  /// The address of the shared state's object, or nil if the object is not in a bucket of the
  /// environment; the object is not part of the environment's data.
  package var sharedStateAddress: Address? {
    guard case .shared(let bucket, let object) = state,
      let own = services(of: .buckets).first(where: { $0.location == bucket.location })
    else { return nil }
    return Address(bucket: own.name, object: object)
  }

  /// Returns true if the shared state includes the values written to a service.
  ///
  /// This requires that the service and the state's bucket are both on Firebase or both in an
  /// emulator. Embedded stores, which only one machine can reach, are never included.
  package func sharesState(of service: ServiceProfile) -> Bool {
    guard case .shared(let bucket, _) = state else { return false }
    return service.location.isFirebase && bucket.location.isFirebase
      || service.location.isEmulator && bucket.location.isEmulator
  }
}
