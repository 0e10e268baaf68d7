import TaneCore

/// An adapter for Firestore documents.
struct DocumentAdapter: ServiceAdapter {
  var key: ServiceKey<any DocumentReader, any DocumentStore> { .firestore }

  /// Returns rules under which integers and floating-point numbers differ, and lists, geographical
  /// points and vectors are single values.
  ///
  /// Firestore cannot write parts of these values. A `!server-timestamp` equals any `!timestamp`.
  func rules(_ context: AdapterContext) -> ResourceRules {
    var rules = ResourceRules(noun: "document")
    // Firebase stores microseconds; emulators may store milliseconds.
    let isEmulated = context.profile.services(of: .firestore).contains(where: \.location.isEmulator)
    rules.options = ComparisonOptions(
      lists: .asWhole,
      numbers: .byKind,
      serverTime: .timestamp,
      times: isEmulated ? .milliseconds : .microseconds
    )
    rules.isWhole = { $0.tag == .geopoint || $0["__type__"]?.string == "__vector__" }
    rules.references = { $0.referencedDocuments }
    return rules
  }

  func observer(
    of reader: any DocumentReader,
    named name: String,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    DocumentObserver(
      store: reader.userDocuments(in: context.profile),
      database: try database(of: context),
      rampsUp: context.profile.limits.rampsUp
    )
  }

  func writer(
    to store: any DocumentStore,
    named name: String,
    _ context: AdapterContext,
    _ contentSource: PlanContentSource
  ) throws -> any ResourceWriter {
    DocumentWriter(store: store, database: try database(of: context))
  }

  func leaseStore(
    in store: any DocumentStore,
    _ profile: EnvironmentProfile
  ) async throws -> (any LeaseStore)? {
    profile.documentDatabase.map {
      DocumentLeaseStore(
        store: store,
        database: $0,
        reservedCollection: profile.reservedCollection
      )
    }
  }

  private func database(of context: AdapterContext) throws -> DocumentDatabaseName {
    guard let name = context.profile.documentDatabase else {
      throw StoreError(
        .notFound,
        service: ServiceKind.firestore.id,
        "the profile does not configure Firestore"
      )
    }
    return name
  }
}

extension Tree {
  /// The addresses of documents in the same database that `!reference` values refer to.
  fileprivate var referencedDocuments: [Address] {
    guard tag == .reference else { return children.flatMap(\.referencedDocuments) }
    return string.map { [Address(document: DocumentPath(parsing: $0))] } ?? []
  }
}
