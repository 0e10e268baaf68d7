public import TaneCore

/// The declarations of all kinds of services: the registry of this module.
enum ServiceDeclarations {
  /// All declarations, in the order of a profile's keys.
  static let all: [any ServiceDeclaration] = [
    RealtimeDatabases(), StorageBuckets(), Firestore(), Accounts(),
  ]

  /// The declaration of a kind.
  static func declaration(of kind: ServiceKind) -> (any ServiceDeclaration)? {
    all.first { $0.kind == kind }
  }

  /// The kinds of which an environment has one service, by the names that addresses keep for them.
  static var reservedNames: [String] { all.filter { !$0.isNamed }.map(\.kind.id).sorted() }
}

extension ServiceKind {
  /// All kinds of services that a profile can name, in the order of its keys.
  public static var all: [ServiceKind] { ServiceDeclarations.all.map(\.kind) }

  /// The same, those that hold trees before the others.
  public static var treesFirst: [ServiceKind] {
    let all = ServiceDeclarations.all
    return (all.filter(\.holdsTrees) + all.filter { !$0.holdsTrees }).map(\.kind)
  }

  /// Whether profiles give names to services of the kind; else an environment has one, by the kind's id.
  public var isNamed: Bool { ServiceDeclarations.declaration(of: self)?.isNamed ?? true }

  /// The variables by which clients find an emulator of the kind, for a host with its port.
  ///
  /// See <https://firebase.google.com/docs/emulator-suite/install_and_configure>.
  public func emulatorVariables(for address: String) -> [(name: String, value: String)] {
    (ServiceDeclarations.declaration(of: self)?.emulatorVariables ?? []).map {
      ($0.name, $0.isURL ? "http://\(address)" : address)
    }
  }
}
