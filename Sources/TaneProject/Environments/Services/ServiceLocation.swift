/// The location of a service, as specified in a profile.
///
/// It contains no passwords or tokens: URLs that contain them are rejected.
package enum ServiceLocation: Sendable, Hashable {
  /// An embedded store in `.tane/`, written as `embedded:NAME`.
  case embedded(name: String)
  /// A Firebase resource, such as a database's origin, a bucket's name or a project's ID.
  case firebase(String)
  /// A resource of an emulator, with the emulator's scheme, host and port.
  case emulator(origin: String, resource: String)

  /// A Boolean value indicating whether the service is an embedded store.
  package var isEmbedded: Bool {
    if case .embedded = self { true } else { false }
  }

  /// A Boolean value indicating whether the service is hosted by Firebase.
  package var isFirebase: Bool {
    if case .firebase = self { true } else { false }
  }

  /// A Boolean value indicating whether the service is provided by an emulator.
  package var isEmulator: Bool {
    if case .emulator = self { true } else { false }
  }

  /// A Boolean value indicating whether the service is an embedded store or an emulator on this
  /// machine.
  var isOnThisMachine: Bool {
    switch self {
    case .embedded: true
    case .firebase: false
    case .emulator(let origin, _): URLParts(origin)?.isLoopback == true
    }
  }

  /// The resource's name in Firebase or in the emulator, or nil for an embedded store.
  package var resource: String? {
    switch self {
    case .embedded: nil
    case .firebase(let resource), .emulator(_, let resource): resource
    }
  }
}
