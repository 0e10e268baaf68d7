/// The counters of the enclosing `!repeat` tags, by name.
struct FixtureCounters {
  private var counters: [(name: String, value: Int64)] = []

  /// The names, outermost first.
  var names: [String] { counters.map(\.name) }

  var isEmpty: Bool { counters.isEmpty }

  subscript(name: String) -> Int64? { counters.last { $0.name == name }?.value }

  /// Returns the counters with an additional, innermost counter.
  func adding(_ name: String, _ value: Int64) -> FixtureCounters {
    var copy = self
    copy.counters.append((name, value))
    return copy
  }

  func contains(_ name: String) -> Bool { counters.contains { $0.name == name } }
}
