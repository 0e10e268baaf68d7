/// A kind of service with the types that read it and write it.
///
/// Each kind declares its own beside its ports: `ServiceKey.databases`.
public struct ServiceKey<Reader: Sendable, Store: Sendable>: Sendable {
  /// The kind.
  public let kind: ServiceKind
  /// What a person calls such a service: `database`.
  public let noun: String
  /// The part of a store that reads.
  let reader: @Sendable (Store) -> Reader

  /// Declares the types of a kind.
  public init(_ kind: ServiceKind, noun: String, reader: @escaping @Sendable (Store) -> Reader) {
    self.kind = kind
    self.noun = noun
    self.reader = reader
  }
}
