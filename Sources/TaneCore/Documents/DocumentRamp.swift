/// The "500/50/5" rule of Firestore: 500 new documents per second at first, then 50 percent more
/// every five minutes.
///
/// See <https://firebase.google.com/docs/firestore/best-practices#ramping_up_traffic>.
package enum DocumentRamp {
  /// The number of new documents per second in the first period, which is also the maximum for a
  /// collection whose IDs or indexed values are sequential.
  package static let firstRate = 500
  /// The length of a period; the rate increases after each.
  package static let period = Duration.seconds(300)
  private static let factor = 1.5
  /// The index of the last period with an increase; its rate exceeds 10,000 per second, the limit
  /// of Google's own clients.
  private static let lastPeriod = 8

  /// Returns the permitted number of new documents per second, given the time since the first one.
  package static func rate(after time: Duration) -> Double {
    let periods = min(Int(time / period), lastPeriod)
    return (0..<periods).reduce(Double(firstRate)) { rate, _ in rate * factor }
  }

  /// Returns the minimum time in which the given number of documents can be created.
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
