import TaneCore
import TaneProject
import Testing

@Suite("Fixture dates")
struct DateTests {
  @Test(
    "Relative dates follow the time of the run in their time zone",
    arguments: [
      ("!now", "2026-11-20T09:30:00Z"), ("!now -2h30m", "2026-11-20T07:00:00Z"),
      ("!now 1d", "2026-11-21T09:30:00Z"), ("!now +1mo", "2026-12-20T09:30:00Z"),
      ("!today", "2026-11-20"), ("!today -21d", "2026-10-30"), ("!today +1y", "2027-11-20"),
      ("!date next friday 18:00 Asia/Tokyo", "2026-11-27T09:00:00Z"),
      ("!date friday", "2026-11-20T00:00:00Z"), ("!date last friday", "2026-11-13T00:00:00Z"),
      ("!date next monday noon", "2026-11-23T12:00:00Z"),
      ("!date tomorrow 09:00 +09:00", "2026-11-21T00:00:00Z"),
      ("!date 3 days ago", "2026-11-17T09:30:00Z"), ("!date in 2 weeks", "2026-12-04T09:30:00Z"),
      ("!date next month 08:00", "2026-12-20T08:00:00Z"),
      ("!date 2026-04-01", "2026-04-01T00:00:00Z"),
      ("!date 2026-01-31 +1mo", "2026-02-28T00:00:00Z"),
      ("!date 2026-04-01 10:00 America/New_York", "2026-04-01T14:00:00Z"),
      ("!date 2026-04-01T10:00:00+09:00", "2026-04-01T01:00:00Z"),
      ("!date 18:00", "2026-11-20T18:00:00Z"),
      // Clocks are set back, so this hour occurs twice; the first occurrence is used.
      ("!date 2026-11-01 01:30 America/New_York", "2026-11-01T05:30:00Z"),
      // One calendar day later differs from 24 hours later when clocks change.
      ("!date 2026-03-07 12:00 America/New_York +1d", "2026-03-08T16:00:00Z"),
      ("!date 2026-03-07 12:00 America/New_York +24h", "2026-03-08T17:00:00Z"),
      ("!today { as: dd.MM.yyyy }", "20.11.2026"),
      ("!date { at: 2026-04-01 10:05 Asia/Tokyo, as: yyyy/MM/dd HH:mm:ss }", "2026/04/01 10:05:00"),
      ("!range [2026-04-01, 2026-04-01]", "2026-04-01T00:00:00Z"),
    ]
  )
  func dates(text: String, date: String) {
    let example = Example(text)
    #expect(example.messages == [])
    #expect(example.tree.string == date)
  }

  @Test("Dates are numbers on request and timestamps in Firestore")
  func forms() {
    #expect(Example("!now { as: seconds }").tree.integer == Example.anchor)
    #expect(
      Example("!now { at: -1s, as: milliseconds }").tree.integer == (Example.anchor - 1) * 1000
    )
    let document = Example("at: !now\nday: !today\n", at: "firestore:/posts/p1").tree
    #expect(document["at"]?.tag == .timestamp)
    #expect(document["at"]?.string == "2026-11-20T09:30:00Z")
    #expect(document["day"]?.tag == NodeTag.none)
  }

  @Test("Dates inside a !repeat can use counters, including in durations")
  func counters() {
    let example = Example(
      """
      !repeat
        count: 2
        as: n
        do: [!now "-{n}h{n*10}m", !today "+{n}d", !date "2026-04-01 +{n}d", !range { from: "-{n}d", to: "-{n}d" }]
      """
    )
    #expect(example.messages == [])
    #expect(
      example.tree.children.map { $0.children.map { $0.string ?? "" } } == [
        ["2026-11-20T08:20:00Z", "2026-11-21", "2026-04-02T00:00:00Z", "2026-11-19T09:30:00Z"],
        ["2026-11-20T07:10:00Z", "2026-11-22", "2026-04-03T00:00:00Z", "2026-11-18T09:30:00Z"],
      ]
    )
    let soon = Example("!repeat { count: 2, as: n, do: !now \"soon{n}\" }")
    #expect(
      soon.messages.first
        == "a.yaml:1:32: error: \"soon1\" after !now is not a duration; expected a number with y, "
        + "mo, w, d, h, m or s, such as +3d or -2h30m [invalid-date]"
    )
  }

  @Test("Impossible dates are errors")
  func impossible() {
    let example = Example(
      """
      a: !date 2026-02-30
      b: !date 2026-13-01
      c: !date 25:00
      d: !date 2026-03-08 02:30 America/New_York
      e: !date next fridya
      f: !date 2026-04-01 Asia/Tokio
      g: !now soon
      h: !date
      i: !today { as: week }
      j: !date [1]
      """
    )
    let such =
      "expected a date such as 2026-04-01, today, next friday 18:00 Asia/Tokyo, -3d or 2 weeks ago"
    #expect(
      example.messages == [
        "a.yaml:1:4: error: 2026-02-30 is not a date: 2026-02 has 28 days [invalid-date]",
        "a.yaml:2:4: error: 2026-13-01 is not a date: a year has 12 months [invalid-date]",
        "a.yaml:3:4: error: 25:00 is not a time of day; expected 00:00 to 23:59 [invalid-date]",
        "a.yaml:4:4: error: 2026-03-08 02:30:00 does not exist in America/New_York: clocks are set "
          + "forward past it; choose a time one hour later [invalid-date]",
        "a.yaml:5:4: error: \"next fridya\" is not a date; \(such); did you mean \"friday\"? [invalid-date]",
        "a.yaml:6:4: error: \"Asia/Tokio\" is not a time zone; expected a name such as Asia/Tokyo, UTC or +09:00;"
          + " did you mean \"Asia/Tokyo\"? [invalid-date]",
        "a.yaml:7:4: error: \"soon\" after !now is not a duration; expected a number with y, mo, "
          + "w, d, h, m or s, such as +3d or -2h30m [invalid-date]",
        "a.yaml:8:4: error: the tag !date expects a date, or a map with \"at\" and \"as\", not "
          + "nothing; for example !date next friday 18:00 Asia/Tokyo [wrong-tag]",
        "a.yaml:9:17: error: \"as\" of !today must be \"iso\", \"seconds\", \"milliseconds\" or a "
          + "pattern of yyyy, MM, dd, HH, mm and ss, not \"week\" [invalid-expression]",
        "a.yaml:10:4: error: the tag !date expects a date, or a map with \"at\" and \"as\", not a "
          + "list; for example !date next friday 18:00 Asia/Tokyo [wrong-tag]",
      ]
    )
  }

  @Test("Dates report whether they depend on the time of the run")
  func anchors() {
    #expect(Example("!date 2026-04-01").evaluator.usesAnchor == false)
    #expect(Example("!date 2026-04-01 +3d").evaluator.usesAnchor == false)
    #expect(Example("!date -3d").evaluator.usesAnchor)
    #expect(Example("!range [2026-04-01, today]").evaluator.usesAnchor)
  }
}
