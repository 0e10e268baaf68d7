import TaneCore

/// The location of an environment's marker, which records the profile that owns it: a reserved key
/// of its first Realtime Database or, without one, a reserved collection of Firestore.
public enum MarkerSetting: Sendable, Hashable {
  /// In the first database that is Firebase's own, else in a Firestore that is; other environments have no marker.
  ///
  /// Embedded stores belong to one profile only, and the data of emulators are temporary and
  /// exported for other tools.
  case automatic
  /// Nowhere.
  case off
  /// Below this key, wherever the service is.
  case key(String)
}

extension EnvironmentProfile {
  /// The key at the root of each Realtime Database below which Tane keeps what no fixture describes.
  public var reservedKey: String {
    if case .key(let key) = marker { key } else { ReservedKey.standard }
  }

  /// The collection at the root of Firestore in which Tane does: the key, but for underscores by which Firestore would
  /// take it for one of its own.
  public var reservedCollection: String {
    var key = reservedKey
    while key.utf8.count >= 4, key.hasPrefix("__"), key.hasSuffix("__") {
      key = String(key.dropFirst().dropLast())
    }
    return key
  }

  /// The database or the Firestore that remembers which profile owns the environment; nil where none does.
  public var markedService: ServiceProfile? {
    let databases = services(of: .databases)
    let services = databases.isEmpty ? services(of: .firestore) : databases
    return switch marker {
    case .automatic: services.first(where: \.location.isFirebase)
    case .off: nil
    case .key: services.first
    }
  }
}
