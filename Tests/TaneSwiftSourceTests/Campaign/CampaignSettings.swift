import TestSupport
import TaneCore
import TaneSwiftSource

/// The settings of a round's decoder.
struct CampaignSettings {
  let rules: ReadingRules

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 2)
    let dates: [ReadingRules.Dates] = [
      .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601,
    ]
    rules = ReadingRules(
      readsJSON: true,
      dates: dates.randomElement(using: &random) ?? .deferredToDate,
      keys: Int.random(in: 0..<3, using: &random) == 0 ? .convertFromSnakeCase : .useDefaultKeys
    )
  }

  /// Dates in the format of the decoder.
  var dateSamples: [TreeLiteral] {
    rules.dates == .iso8601 ? ["2024-05-01T09:30:00Z", "1999-12-31T23:59:59+09:00"] : [0, 1.5]
  }

  /// The Swift code that creates the decoder.
  var source: String {
    """
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .\(rules.dates.rawValue)
    decoder.keyDecodingStrategy = .\(rules.keys.rawValue)
    """
  }
}
