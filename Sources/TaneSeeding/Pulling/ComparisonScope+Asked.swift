import TaneCore

extension ComparisonScope {
  /// Whether anything of a service is asked for.
  func mentions(_ service: String) -> Bool {
    addresses.isEmpty || addresses.contains { $0.service == service }
  }

  /// Whether a resource, or a part of it, is asked for.
  func asksFor(_ address: Address) -> Bool {
    contains(address) || addresses.contains { address.contains($0) }
  }
}
