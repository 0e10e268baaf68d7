import TaneCore

/// Documents of Firestore.
struct DocumentAdapter: ServiceAdapter {
  var key: ServiceKey<any DocumentReader, any DocumentStore> { .firestore }

  /// Numbers of two kinds differ; a list, a place and a vector are one value each.
  ///
  /// Firestore writes none of their parts by itself. A `!server-timestamp` is any `!timestamp`.
  func rules(_ context: AdapterContext) -> ResourceRules {
    var rules = ResourceRules(noun: "document")
    // Firebase keeps microseconds; an emulator may keep milliseconds, and nothing tells which of them does.
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
      store: reader.ordinaryDocuments(in: context.profile),
      database: try database(of: context)
    )
  }

  func writer(
    to store: any DocumentStore,
    named name: String,
    _ context: AdapterContext,
    _ materials: PlanMaterials
  ) throws -> any ResourceWriter {
    DocumentWriter(store: store, database: try database(of: context))
  }

  func leasePlace(
    in store: any DocumentStore,
    _ profile: EnvironmentProfile
  ) async throws -> (any LeasePlace)? {
    profile.documentDatabase.map {
      DocumentLeasePlace(
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
        "the profile does not say where it is"
      )
    }
    return name
  }
}

extension Tree {
  /// The documents of the same database that `!reference` values name, as `Tree(document:in:)` spells them.
  fileprivate var referencedDocuments: [Address] {
    guard tag == .reference else { return children.flatMap(\.referencedDocuments) }
    return string.map { [Address(document: DocumentPath(parsing: $0))] } ?? []
  }
}
