/// A kind of service, with the types of its readers and stores.
///
/// The key of each kind is declared next to its protocols, such as `ServiceKey.databases`.
public struct ServiceKey<Reader: Sendable, Store: Sendable>: Sendable {
  package let kind: ServiceKind
  /// The singular name of the kind in messages, such as `database`.
  package let noun: String
  /// Returns the reader for a store.
  let reader: @Sendable (Store) -> Reader

  package init(_ kind: ServiceKind, noun: String, reader: @escaping @Sendable (Store) -> Reader) {
    self.kind = kind
    self.noun = noun
    self.reader = reader
  }
}
