package import TaneCore

/// A registry of the declarations for all service kinds.
enum ServiceDeclarations {
  /// All declarations, in the order of a profile's keys.
  static let all: [any ServiceDeclaration] = [
    RealtimeDatabases(), StorageBuckets(), Firestore(), Accounts(), RemoteConfig(),
  ]

  static func declaration(of kind: ServiceKind) -> (any ServiceDeclaration)? {
    all.first { $0.kind == kind }
  }

  /// The reserved names of services that exist once per environment.
  static var reservedNames: [String] { all.filter { !$0.isNamed }.map(\.kind.id).sorted() }
}

extension ServiceKind {
  /// All kinds of services that a profile can name, in the order of its keys.
  package static var all: [ServiceKind] { ServiceDeclarations.all.map(\.kind) }

  /// All kinds of services, with kinds that contain trees first.
  package static var treesFirst: [ServiceKind] {
    let all = ServiceDeclarations.all
    return (all.filter(\.containsTrees) + all.filter { !$0.containsTrees }).map(\.kind)
  }

  /// The adapter for services of the kind, or nil for a kind unknown to this version of Tane.
  package var adapter: (any ServiceAdapter)? { ServiceDeclarations.declaration(of: self)?.adapter }

  /// A Boolean value indicating whether profiles name services of the kind; otherwise, an
  /// environment has at most one service of the kind, named by the kind's identifier.
  package var isNamed: Bool { ServiceDeclarations.declaration(of: self)?.isNamed ?? true }

  /// The default name of a service of the kind: `database`, `storage`, `accounts`.
  package var defaultServiceName: String {
    ServiceDeclarations.declaration(of: self)?.defaultServiceName ?? id
  }

  /// The kind's name in `firebase.json` and in exports of the Firebase emulators: `database`,
  /// `auth`.
  package var firebaseName: String {
    ServiceDeclarations.declaration(of: self)?.firebase.section ?? id
  }

  /// Returns the environment variables for clients of an emulator, given its host and port.
  ///
  /// See <https://firebase.google.com/docs/emulator-suite/install_and_configure>.
  package func emulatorVariables(for address: String) -> [(name: String, value: String)] {
    (ServiceDeclarations.declaration(of: self)?.emulatorVariables ?? []).map {
      ($0.name, $0.isURL ? "http://\(address)" : address)
    }
  }

  /// Returns the service that a file or folder of a fixture set describes and the keys below the
  /// service's root, or nil if the file or folder describes no tree.
  ///
  /// - Parameters:
  ///   - names: The names on the path from the set's folder to the file or folder, including its
  ///     own.
  ///   - isFolder: True if the last name is the name of a folder.
  ///   - keys: A closure that returns the keys that the names starting at index `start` represent.
  /// - Returns: The service's name, followed by the keys.
  package static func addressKeys(
    ofFixture names: [String],
    isFolder: Bool,
    _ keys: (_ start: Int) -> [String]
  ) -> [String]? {
    for declaration in ServiceDeclarations.all where declaration.containsTrees {
      let place = declaration.fixturePart
      guard let name = names.first, place.matches(name, isFolder: isFolder || names.count > 1)
      else { continue }
      guard case .folder = place else { return [declaration.kind.id] }
      if declaration.isNamed { return names.count > 1 ? keys(1) : nil }
      return isFolder || names.count > 2 ? [declaration.kind.id] + keys(1) : nil
    }
    return nil
  }
}
