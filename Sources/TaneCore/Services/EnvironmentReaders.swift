/// The services of one environment to read from, by kind and by the names that its profile gives them.
public struct EnvironmentReaders: Sendable {
  private var readers: [ServiceKind: [String: any Sendable]] = [:]

  /// Creates the readers of an environment without services.
  public init() {}

  /// Adds a service.
  public mutating func add<Reader, Store>(
    _ reader: Reader,
    named name: String,
    as key: ServiceKey<Reader, Store>
  ) {
    readers[key.kind, default: [:]][name] = reader
  }

  /// The services of a kind, by their names.
  public subscript<Reader, Store>(key: ServiceKey<Reader, Store>) -> [String: Reader] {
    // What stands under a kind was added by its key, whose reader this is.
    (readers[key.kind] ?? [:]).compactMapValues { $0 as? Reader }
  }

  /// The service of a kind and a name.
  ///
  /// - Throws: A `StoreError` of code `notFound` where there is none.
  public func reader<Reader, Store>(
    _ key: ServiceKey<Reader, Store>,
    named name: String
  ) throws -> Reader {
    if let reader = readers[key.kind]?[name] as? Reader { return reader }
    throw StoreError.noService(of: key.noun, named: name)
  }

  /// The names of the services of a kind, sorted.
  public func names(of kind: ServiceKind) -> [String] { (readers[kind] ?? [:]).keys.sorted() }

  /// The kind of the service of a name; nil where there is none.
  public func kind(of name: String) -> ServiceKind? {
    readers.first { $0.value[name] != nil }?.key
  }

  /// The kinds of which there are services.
  public var kinds: Set<ServiceKind> { Set(readers.keys) }
}

extension StoreError {
  /// The error of a service that an environment does not have.
  static func noService(of noun: String, named name: String) -> StoreError {
    StoreError(.notFound, service: name, "the environment has no \(noun) of this name")
  }
}
