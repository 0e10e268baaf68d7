import TaneCore

/// Documents of Firestore.
struct DocumentAdapter: ServiceAdapter {
  /// Numbers of two kinds differ; a list, a place and a vector are one value each.
  ///
  /// Firestore writes none of their parts by itself. A `!server-timestamp` is any `!timestamp`.
  func rules(_ context: AdapterContext) -> ResourceRules {
    var rules = ResourceRules(noun: "document")
    rules.options = ComparisonOptions(lists: .asWhole, numbers: .byKind, serverTime: .timestamp)
    rules.isWhole = { $0.tag == .geopoint || $0["__type__"]?.string == "__vector__" }
    return rules
  }

  func observer(
    named name: String,
    in readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> any ResourceObserver {
    DocumentObserver(
      store: try readers.reader(.firestore, named: name),
      database: try database(of: context)
    )
  }

  func writer(
    named name: String,
    in stores: EnvironmentStores,
    _ context: AdapterContext,
    _ materials: PlanMaterials
  ) throws -> any ResourceWriter {
    DocumentWriter(
      store: try stores.store(.firestore, named: name),
      database: try database(of: context)
    )
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
