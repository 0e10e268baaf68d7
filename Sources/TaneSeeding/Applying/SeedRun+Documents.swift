import TaneCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The documents and the accounts of a plan.
extension SeedRun {
  /// The most accounts that are imported together: Identity Toolkit takes 1,000.
  private static let accountsPerImport = 500

  /// Makes the commits one after the other; `report` is told of each before it is made.
  func commitDocuments(_ done: () -> Void, report: (Event) -> Void) async throws {
    let store = try stores.store(.firestore, named: Address.firestore)
    for (index, writes) in plan.documentCommits.enumerated() {
      try Task.checkCancellation()
      report(.committing(index: index + 1, count: plan.documentCommits.count))
      do {
        try await store.commit(writes)
      } catch let conflict as DocumentConflict {
        if try await store.holds(writes) {
          done()
          continue
        }
        throw StoreError(
          .conflict,
          service: Address.firestore,
          "\(conflict)",
          paths: [TreePath(conflict.path.segments)]
        )
      }
      done()
    }
  }

  /// Imports the accounts; one that is not stored keeps none of the others from being stored.
  func importAccounts(_ done: () -> Void, report: (Event) -> Void) async throws {
    let store = try stores.store(.accounts, named: Address.accounts)
    let items = plan.accountImports.map { $0.stamped(at: Self.now()) }
    report(.importing(count: items.count))
    var failures: [AccountImportFailure] = []
    for start in stride(from: 0, to: items.count, by: Self.accountsPerImport) {
      try Task.checkCancellation()
      let batch = Array(items[start..<min(start + Self.accountsPerImport, items.count)])
      let refused = try await store.unsettled(store.importAccounts(batch), of: batch)
      if refused.count < batch.count { done() }
      failures += refused
    }
    guard failures.isEmpty else { throw Self.error(failures, of: items.count) }
  }

  private static func error(_ failures: [AccountImportFailure], of count: Int) -> StoreError {
    let shown = failures.prefix(3).map { failure in
      "\(Address(account: failure.localID)): \(failure.message)"
    }
    let rest = failures.count - shown.count
    return StoreError(
      .conflict,
      service: Address.accounts,
      "\(failures.count.grouped) of \(counted(count, "account")) \(failures.count == 1 ? "was" : "were")"
        + " not stored: \(shown.joined(separator: "; "))"
        + (rest > 0 ? "; and \(rest.grouped) more" : "")
    )
  }

  /// The time in milliseconds since 1970.
  private static func now() -> Int64 {
    Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
  }
}

extension AccountImport {
  /// The import with the time at which it is made, where that is noted.
  fileprivate func stamped(at time: Int64) -> AccountImport {
    var item = self
    if existing == nil {
      item.account.createdAt = time
      item.account.validSince = time / 1000
    }
    if password != nil { item.account.passwordUpdatedAt = time }
    return item
  }
}
