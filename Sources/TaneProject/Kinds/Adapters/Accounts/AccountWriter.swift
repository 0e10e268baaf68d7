import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A writer of accounts; if the service rejects some accounts, the others are still stored.
struct AccountWriter: ResourceWriter {
  /// The maximum number of accounts per import; Identity Toolkit accepts 1,000.
  static let accountsPerImport = 500

  let store: any AccountStore
  let contentSource: PlanContentSource

  func batches(of steps: [PlanStep]) -> [PlanBatch] {
    let verb = steps.allSatisfy(\.removesResource) ? "removing" : "storing"
    let title = "\(verb) \(counted(steps.count, "account"))"
    return stride(from: 0, to: steps.count, by: Self.accountsPerImport).map { start in
      let end = min(start + Self.accountsPerImport, steps.count)
      return PlanBatch(
        steps: Array(steps[start..<end]),
        progress: .count(title, index: start + 1, of: steps.count)
      )
    }
  }

  func apply(_ batch: PlanBatch) async throws -> BatchReceipt {
    let steps = Dictionary(batch.steps.map { ($0.address, $0) }, uniquingKeysWith: { $1 })
    // Requests cannot be conditional on the content of accounts, so the accounts are read again
    // immediately before the writes.
    let existing = batch.steps.filter(\.before.exists).map(\.address)
    let accounts = try await store.accounts(ids: existing.map(\.accountID))
    let found = Dictionary(zip(existing, accounts)) { first, _ in first }
    var failures: [AccountImportFailure] = []
    var items: [AccountImport] = []
    for step in batch.steps {
      let (id, account) = (step.address.accountID, found[step.address] ?? nil)
      if !step.isExpected(account) {
        let message = AccountConflict.changed.description
        failures.append(AccountImportFailure(localID: id, message: message))
      } else if step.removesResource {
        _ = try await store.delete(id: id)
      } else {
        items.append(item(for: step, over: account))
      }
    }
    if !items.isEmpty { failures += try await store.importAccounts(items) }
    let failed = Set(failures.map { Address(account: $0.localID) })
    items.removeAll { failed.contains(Address(account: $0.account.localID)) }
    failures += try await passwordFailures(of: items)
    var rejectedSteps: [RejectedStep] = []
    for failure in failures {
      let account = try await store.account(id: failure.localID)
      guard let step = steps[Address(account: failure.localID)],
        !step.isApplied(in: account) || failure.message == Self.otherPassword
      else { continue }
      rejectedSteps.append(RejectedStep(address: step.address, message: failure.message))
    }
    return BatchReceipt(rejectedSteps: rejectedSteps)
  }

  private static let otherPassword =
    "the stored password differs from the one that was written"

  /// Returns a failure for each account whose stored password or hash differs from the imported
  /// one, or no failures if the store cannot compare passwords.
  private func passwordFailures(of items: [AccountImport]) async throws -> [AccountImportFailure] {
    guard store.comparesPasswords else { return [] }
    let items = items.filter(\.setsPassword)
    let accounts = try await store.accounts(ids: items.map(\.account.localID))
    return try await zip(items, accounts).concurrentMap { item, account in
      guard let account else { return nil }
      let isSame =
        item.password.map { store.isPassword($0, of: account) }
        ?? (account.password == item.account.password)
      if isSame { return nil }
      return AccountImportFailure(localID: account.localID, message: Self.otherPassword)
    }.compactMap { $0 }
  }

  /// Returns the import that applies a step to an account.
  private func item(for step: PlanStep, over existing: Account?) -> AccountImport {
    let time = Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
    var account = existing ?? Account(localID: step.address.accountID, createdAt: time)
    if existing == nil { account.validSince = time / 1000 }
    let after = step.after.content
    let keys = Set(step.changes.map { $0.path.components.dropFirst().first })
    let changed = keys.contains(nil) ? AccountFields.keys : keys.compactMap { $0 }
    for key in changed { AccountFields.set(key, of: &account, from: after) }
    var password: String?
    if changed.contains(AccountFields.password), after[AccountFields.password] != nil {
      let address = Address(account: account.localID, below: TreePath([AccountFields.password]))
      let secret = contentSource.secret(address)
      password = secret?.passwordHash == nil ? secret?.revealed : nil
      if let hash = secret?.passwordHash { account.password = hash }
      if secret != nil { account.passwordUpdatedAt = time }
    }
    return AccountImport(account, password: password, replacing: existing)
  }
}

extension AccountImport {
  /// A Boolean value indicating whether the import sets a password or a password hash.
  fileprivate var setsPassword: Bool {
    password != nil || account.password != nil && account.password != existing?.password
  }
}

extension PlanStep {
  /// Returns true if an account is in the step's expected state.
  fileprivate func isExpected(_ account: Account?) -> Bool {
    guard before.exists else { return account == nil }
    let found = account.map(AccountFields.tree) ?? .null
    return difference.rules.shown(found, difference.new.content) == before.content
  }

  /// Returns true if an account is in the state that the step produces.
  fileprivate func isApplied(in account: Account?) -> Bool {
    let found = account.map(AccountFields.tree) ?? .null
    return difference.rules.shown(found, after.content) == after.content
  }
}
