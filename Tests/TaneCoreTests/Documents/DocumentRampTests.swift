import TaneCore
import Testing

@Suite("The rate of new documents")
struct DocumentRampTests {
  @Test(
    "The rate is 500 a second at first, and half as many again every five minutes",
    arguments: [(0, 500.0), (299, 500), (300, 750), (600, 1125), (86400, 12814.453125)]
  )
  func rate(seconds: Int, rate: Double) {
    #expect(DocumentRamp.rate(after: .seconds(seconds)) == rate)
  }

  /// Google's documentation says that a million writes take 18 minutes
  /// (<https://firebase.google.com/docs/firestore/best-practices#ramping_up_traffic>).
  @Test(
    "The time for a number of documents is the sum over the periods",
    arguments: [
      (0, 0.0), (500, 1), (150_000, 300), (150_750, 301), (375_000, 600), (1_000_000, 1070.3704),
    ]
  )
  func time(count: Int, seconds: Double) {
    let time = DocumentRamp.time(forCreating: count) / .seconds(1)
    #expect((time - seconds).magnitude < 0.001)
  }
}
