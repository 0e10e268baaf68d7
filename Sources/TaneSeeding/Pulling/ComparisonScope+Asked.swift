import TaneCore

extension ComparisonScope {
  /// Returns true if the scope covers a service at least in part.
  func mentions(_ service: String) -> Bool {
    addresses.isEmpty || addresses.contains { $0.service == service }
  }

  /// Returns true if the scope covers a resource at least in part.
  func covers(_ address: Address) -> Bool {
    contains(address) || addresses.contains { address.contains($0) }
  }
}
