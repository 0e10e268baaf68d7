/// A pattern of addresses in one service, with wildcards, such as `users:/users/*/last_login`.
public struct AddressPattern: Sendable, Hashable {
  /// The service, as in an `Address`; empty for files that belong to no environment.
  package let service: String
  /// The pattern of paths below the service's root.
  package let pattern: PathPattern

  package init(service: String, pattern: PathPattern) {
    self.service = service
    self.pattern = pattern
  }

  /// Parses a pattern, or returns nil if there is no name before `:/`.
  public init?(parsing text: some StringProtocol) {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
    let rest = text[text.index(after: colon)...]
    guard rest.hasPrefix("/") else { return nil }
    self.init(service: String(text[..<colon]), pattern: PathPattern(parsing: rest))
  }

  /// Returns true if the pattern matches an address or one of its ancestors.
  package func matches(_ address: Address) -> Bool {
    service == address.service && pattern.matches(address.path)
  }
}

extension AddressPattern: CustomStringConvertible {
  /// The pattern in text form.
  public var description: String { "\(service):\(pattern)" }
}
