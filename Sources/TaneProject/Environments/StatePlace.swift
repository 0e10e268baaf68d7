public import TaneCore

/// The location of an environment's recorded state.
public enum StatePlace: Sendable {
  /// Below `.tane/`, for this machine alone.
  case local
  /// In an object of a bucket as well, for all who seed the environment.
  case shared(bucket: ServiceProfile, object: String)
}

extension EnvironmentProfile {
  /// The object that holds the shared state, as messages name it; nil where the state is of this machine alone.
  public var sharedStateLocation: String? {
    guard case .shared(let bucket, let object) = state else { return nil }
    return "\(bucket.url)/\(object)"
  }

  /// The environment with the bucket of the shared state, by a name that no profile can give, and the name of the object
  /// there; nil where nothing is shared.
  public var sharedState: (profile: EnvironmentProfile, bucket: String, object: String)? {
    guard case .shared(let bucket, let object) = state, services.contains(where: sharesState)
    else { return nil }
    var profile = self
    if !services.contains(where: { $0.name == bucket.name }) { profile.services.append(bucket) }
    return (profile, bucket.name, object)
  }

  /// The shared state's address, where it lies in a bucket of the environment: it is none of the bucket's objects.
  public var sharedStateAddress: Address? {
    guard case .shared(let bucket, let object) = state,
      let own = services(of: .buckets).first(where: { $0.location == bucket.location })
    else { return nil }
    return Address(bucket: own.name, object: object)
  }

  /// Returns true if the shared state includes the values written to a service.
  ///
  /// Services that only one machine can reach are excluded: embedded stores, and emulators unless
  /// an emulator also holds the state.
  public func sharesState(of service: ServiceProfile) -> Bool {
    guard case .shared(let bucket, _) = state else { return false }
    return service.location.isFirebase && bucket.location.isFirebase
      || service.location.isEmulator && bucket.location.isEmulator
  }
}
