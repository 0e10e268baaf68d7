/// The location of a service, as specified in a profile.
///
/// It contains no passwords or tokens: URLs with such parts are rejected.
package enum ServiceLocation: Sendable, Hashable {
  /// `embedded:NAME`: the embedded store under `.tane/`.
  case embedded(name: String)
  /// A Firebase resource in the format of its kind: a database's origin, a bucket or a project.
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

  /// The resource's name at Firebase or the emulator, or nil for an embedded store.
  package var resource: String? {
    switch self {
    case .embedded: nil
    case .firebase(let resource), .emulator(_, let resource): resource
    }
  }
}
