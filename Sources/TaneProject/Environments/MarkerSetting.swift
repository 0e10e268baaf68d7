import TaneCore

/// Where an environment remembers which profile owns it: below a reserved key of its first Realtime Database.
public enum MarkerSetting: Sendable, Hashable {
  /// In the first database that is Firebase's own; an environment without one has no marker.
  ///
  /// What is embedded is the profile's alone, and the data of an emulator come and go, and are exported for other
  /// tools.
  case automatic
  /// Nowhere.
  case off
  /// Below this key of the first database, wherever that is.
  case key(String)
}

extension EnvironmentProfile {
  /// The key at the root of each Realtime Database below which Tane keeps what no fixture describes.
  public var reservedKey: String {
    if case .key(let key) = marker { key } else { ReservedKey.standard }
  }

  /// The database that remembers which profile owns the environment; nil where none does.
  public var markedDatabase: ServiceProfile? {
    let databases = services(of: .databases)
    return switch marker {
    case .automatic: databases.first(where: \.location.isFirebase)
    case .off: nil
    case .key: databases.first
    }
  }
}
