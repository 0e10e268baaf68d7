/// The "500/50/5" rule of Firestore: 500 new documents a second at first, and half as many again
/// every five minutes.
///
/// See <https://firebase.google.com/docs/firestore/best-practices#ramping_up_traffic>.
package enum DocumentRamp {
  /// The number of new documents a second in the first period, which is also the maximum for a
  /// collection whose IDs or indexed values are sequential.
  package static let firstRate = 500
  /// The period after which the rate increases.
  package static let period = Duration.seconds(300)
  private static let factor = 1.5
  /// The period from which the rate no longer increases, at more than 10,000 a second, the limit
  /// of Google's own clients.
  private static let lastPeriod = 8

  /// Returns the number of new documents a second after a time since the first one.
  package static func rate(after time: Duration) -> Double {
    let periods = min(Int(time / period), lastPeriod)
    return (0..<periods).reduce(Double(firstRate)) { rate, _ in rate * factor }
  }

  /// Returns the minimum time for creating a number of documents.
  package static func time(forCreating count: Int) -> Duration {
    var (left, time) = (Double(count), Duration.zero)
    for _ in 0..<lastPeriod {
      let created = rate(after: time) * (period / .seconds(1))
      guard left > created else { break }
      left -= created
      time += period
    }
    return time + .seconds(left / rate(after: time))
  }
}
