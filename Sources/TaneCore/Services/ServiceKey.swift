/// A kind of service with the types of its readers and stores.
///
/// Each kind declares its key next to its ports: `ServiceKey.databases`.
public struct ServiceKey<Reader: Sendable, Store: Sendable>: Sendable {
  /// The kind of the services.
  package let kind: ServiceKind
  /// The noun for such a service in messages: `database`.
  package let noun: String
  /// Returns a store's reader.
  let reader: @Sendable (Store) -> Reader

  package init(_ kind: ServiceKind, noun: String, reader: @escaping @Sendable (Store) -> Reader) {
    self.kind = kind
    self.noun = noun
    self.reader = reader
  }
}
