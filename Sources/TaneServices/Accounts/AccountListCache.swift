import TaneCore

/// A cache of the complete account list, so that reading it page by page requests it only once.
actor AccountListCache {
  /// The lifetime of the list, after which the accounts are requested again.
  private static let lifetime = Duration.seconds(60)

  private var accounts: [Account] = []
  /// The time at which the list was read, or nil if there is no list.
  private var readTime: Duration?

  /// Replaces the list; the accounts can be in any order.
  func replace(with accounts: [Account], at time: Duration) {
    self.accounts = accounts.sorted { $0.localID.utf8.lexicographicallyPrecedes($1.localID.utf8) }
    readTime = time
  }

  /// Discards the list; call this when accounts change.
  func invalidate() {
    accounts = []
    readTime = nil
  }

  /// Returns up to `limit` accounts after an ID, or nil if there is no list or the list is too old.
  func page(after id: String?, limit: Int, at time: Duration) -> [Account]? {
    guard let readTime, time - readTime <= Self.lifetime else {
      invalidate()
      return nil
    }
    let first = id.map { index(after: $0) } ?? 0
    return Array(accounts[first...].prefix(limit))
  }

  /// Returns the index of the first account after an ID.
  private func index(after id: String) -> Int {
    var (low, high) = (0, accounts.count)
    while low < high {
      let middle = (low + high) / 2
      if id.utf8.lexicographicallyPrecedes(accounts[middle].localID.utf8) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }
}
