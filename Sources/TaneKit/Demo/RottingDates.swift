package import TaneCore
package import TaneProject

/// The dates in fixtures that lie within a period.
package struct RottingDates {
  package struct Entry {
    package let date: FixtureAnchor
    package let address: Address
    package let text: String
    package let position: SourcePosition?
    /// The date with another reference time, or nil if the date does not depend on the reference
    /// time.
    package let renewed: FixtureAnchor?

    package var place: String { "\(address)" }
    package var origin: String { position.map { "\($0)" } ?? "" }
  }

  /// The dates, earliest first.
  package private(set) var dates: [Entry] = []
  private let start: FixtureAnchor
  private let end: FixtureAnchor

  /// Finds the dates in a period.
  ///
  /// - Parameters:
  ///   - fixtures: The fixtures.
  ///   - other: The same fixtures loaded with another reference time, to detect relative dates.
  ///   - start: The start of the period, exclusive.
  ///   - end: The end of the period, inclusive.
  package init(
    in fixtures: Fixtures,
    besides other: Fixtures,
    since start: FixtureAnchor = .now,
    until end: FixtureAnchor
  ) {
    (self.start, self.end) = (start, end)
    let others = Dictionary(other.resources.map { ($0.address, $0.content) }) { first, _ in first }
    for resource in fixtures.resources {
      find(in: resource.content, others[resource.address], at: resource.address)
    }
    dates.sort { ($0.date.seconds, $0.address) < ($1.date.seconds, $1.address) }
  }

  private mutating func find(in tree: Tree, _ other: Tree?, at address: Address) {
    for (index, child) in tree.children.enumerated() {
      let key = child.key ?? String(index)
      let place = Address(service: address.service, path: address.path.appending(key))
      find(in: child, other?[key], at: place)
    }
    guard let text = tree.string, Self.looksLikeDate(text),
      let date = try? FixtureAnchor(parsing: text), date.seconds > start.seconds,
      date.seconds <= end.seconds
    else { return }
    dates.append(
      Entry(
        date: date,
        address: address,
        text: text,
        position: tree.position,
        renewed: text == other?.string
          ? nil : other?.string.flatMap { try? FixtureAnchor(parsing: $0) }
      )
    )
  }

  /// Returns true if a string begins with a date such as `2026-04-01`.
  private static func looksLikeDate(_ text: String) -> Bool {
    let bytes = Array(text.utf8.prefix(10))
    return bytes.count == 10
      && bytes.enumerated().allSatisfy { index, byte in
        index == 4 || index == 7 ? byte == UInt8(ascii: "-") : byte.isASCIIDigit
      }
  }
}
