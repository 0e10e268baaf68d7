import TaneCore

/// The location of an environment's marker, which records the profile that owns the environment: a
/// reserved key of the first Realtime Database or, without one, a reserved collection of Firestore.
package enum MarkerSetting: Sendable, Hashable {
  /// The first database hosted by Firebase or, without one, Firestore if Firebase hosts it.
  ///
  /// Other environments have no marker, because an embedded store belongs to only one profile, and
  /// the data of emulators is temporary and exported for other tools.
  case automatic
  /// No location: the environment has no marker.
  case off
  /// The first database or, without one, Firestore, regardless of where it is hosted; the marker is
  /// stored below this key.
  case key(String)
}

extension EnvironmentProfile {
  /// The reserved key at the root of each Realtime Database, below which Tane stores its own data.
  package var reservedKey: String {
    if case .key(let key) = marker { key } else { ReservedKey.standard }
  }

  /// The name of the reserved Firestore collection: the reserved key without outer underscores,
  /// because Firestore reserves names such as `__name__` for itself.
  package var reservedCollection: String {
    var key = reservedKey
    while key.utf8.count >= 4, key.hasPrefix("__"), key.hasSuffix("__") {
      key = String(key.dropFirst().dropLast())
    }
    return key
  }

  /// The service that stores the marker, if any.
  package var markerService: ServiceProfile? {
    let services = services(of: .databases) + services(of: .firestore)
    return switch marker {
    case .automatic: services.first(where: \.location.isFirebase)
    case .off: nil
    case .key: services.first
    }
  }
}
