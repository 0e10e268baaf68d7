import TestSupport
import TaneCore
import Testing

@Suite("Firestore timestamps")
struct DocumentTimestampTests {
  @Test(
    "Firestore timestamps are written and parsed in RFC 3339 format",
    arguments: [
      (0, "1970-01-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
      (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
      (1_700_000_000_123_456, "2023-11-14T22:13:20.123456Z"),
      (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
      (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
    ] as [(Int64, String)]
  )
  func vectors(microseconds: Int64, text: String) {
    let time = DocumentTimestamp(microseconds: microseconds)
    #expect(time.description == text)
    #expect(DocumentTimestamp(parsing: text) == time)
  }

  @Test(
    "Firestore timestamps may have offsets and any number of digits and are rounded down",
    arguments: [
      ("2023-11-14T22:13:20Z", "2023-11-14T22:13:20.000000Z"),
      ("2023-11-14t22:13:20.1z", "2023-11-14T22:13:20.100000Z"),
      ("2023-11-15T07:13:20+09:00", "2023-11-14T22:13:20.000000Z"),
      ("2023-11-14T12:43:20.123456789-09:30", "2023-11-14T22:13:20.123456Z"),
      ("1969-12-31T23:59:59.999999999Z", "1969-12-31T23:59:59.999999Z"),
    ]
  )
  func forms(text: String, expected: String) {
    #expect(DocumentTimestamp(parsing: text)?.description == expected)
  }

  @Test(
    "Invalid Firestore timestamps are rejected",
    arguments: [
      "", "2023", "2023-11-14", "2023-11-14T22:13:20", "2023-13-01T00:00:00Z",
      "2023-02-29T00:00:00Z",
      "2023-11-14T24:00:00Z", "2023-11-14T22:60:00Z", "2023-11-14T22:13:60Z",
      "2023-11-14T22:13:20.Z",
      "2023-11-14T22:13:20.1234567890Z", "2023-11-14 22:13:20Z", "0000-01-01T00:00:00Z",
      "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "2023-11-14T22:13:20Zx",
    ]
  )
  func refusals(text: String) {
    #expect(DocumentTimestamp(parsing: text) == nil)
  }

  @Test("Any Firestore timestamp printed and parsed is unchanged")
  func roundTrip() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let time = DocumentTimestamp(
        microseconds: .random(in: DocumentTimestamp.range, using: &generator)
      )
      #expect(DocumentTimestamp(parsing: time.description) == time)
    }
  }

  @Test("Firestore timestamps are clamped to valid years and can be floored to milliseconds")
  func bounds() {
    #expect(DocumentTimestamp(microseconds: .min).description == "0001-01-01T00:00:00.000000Z")
    #expect(DocumentTimestamp(milliseconds: .max).description == "9999-12-31T23:59:59.999999Z")
    #expect(DocumentTimestamp(milliseconds: .min).description == "0001-01-01T00:00:00.000000Z")
    #expect(DocumentTimestamp(microseconds: -1).flooredToMilliseconds.microseconds == -1000)
    #expect(DocumentTimestamp(microseconds: 1999).flooredToMilliseconds.microseconds == 1000)
  }

  @Test("Firestore timestamps are formatted as HTTP dates")
  func httpDate() {
    let time = DocumentTimestamp(parsing: "1994-11-06T08:49:37Z")
    #expect(time?.httpDate == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(DocumentTimestamp(microseconds: -1).httpDate == "Wed, 31 Dec 1969 23:59:59 GMT")
    let dates: [Int64: String] = [
      0: "Thu, 01 Jan 1970 00:00:00 GMT",
      951_782_400: "Tue, 29 Feb 2000 00:00:00 GMT",
      1_709_251_199: "Thu, 29 Feb 2024 23:59:59 GMT",
      4_107_542_400: "Mon, 01 Mar 2100 00:00:00 GMT",
    ]
    for (seconds, text) in dates {
      #expect(DocumentTimestamp(microseconds: seconds * 1_000_000).httpDate == text)
    }
  }
}
