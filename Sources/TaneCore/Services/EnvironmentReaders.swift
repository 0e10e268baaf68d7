/// The read-only services of one environment, by kind and by name in its profile.
public struct EnvironmentReaders: Sendable {
  private var readers: [ServiceKind: [String: any Sendable]] = [:]

  /// Creates the readers of an environment without services.
  package init() {}

  package mutating func add<Reader, Store>(
    _ reader: Reader,
    named name: String,
    as key: ServiceKey<Reader, Store>
  ) {
    readers[key.kind, default: [:]][name] = reader
  }

  /// The services of a kind, by name.
  public subscript<Reader, Store>(key: ServiceKey<Reader, Store>) -> [String: Reader] {
    // Every entry of a kind was added with its key, so it has this reader's type.
    (readers[key.kind] ?? [:]).compactMapValues { $0 as? Reader }
  }

  /// Returns the service of a kind with the given name.
  ///
  /// - Throws: A `StoreError` with code `notFound` if there is no such service.
  public func reader<Reader, Store>(
    _ key: ServiceKey<Reader, Store>,
    named name: String
  ) throws -> Reader {
    if let reader = readers[key.kind]?[name] as? Reader { return reader }
    throw StoreError.missingServiceError(of: key.noun, named: name)
  }

  /// Returns the names of the services of a kind, sorted.
  package func names(of kind: ServiceKind) -> [String] { (readers[kind] ?? [:]).keys.sorted() }

  /// Returns the kind of the service with the given name, or nil if there is no such service.
  package func kind(of name: String) -> ServiceKind? {
    readers.first { $0.value[name] != nil }?.key
  }

  /// The kinds with at least one service.
  package var kinds: Set<ServiceKind> { Set(readers.keys) }
}

extension StoreError {
  /// Returns the error for a service that does not exist in an environment.
  static func missingServiceError(of noun: String, named name: String) -> StoreError {
    StoreError(.notFound, service: name, "the environment has no \(noun) with this name")
  }
}
