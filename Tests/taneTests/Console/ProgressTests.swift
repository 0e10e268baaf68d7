import Synchronization
import TaneCore
import TaneProject
import TaneRendering
import Testing

@testable import tane

@Suite("Progress display")
struct ProgressTests {
  private func text(_ title: String, _ done: Int, of total: Int?, after elapsed: Duration)
    -> ProgressText
  {
    ProgressText(title: title, total: total, done: done, elapsed: elapsed)
  }

  @Test("A progress bar shows the percentage, the remaining time and a rate as far as they fit")
  func bar() {
    let upload = text("uploading 120 objects", 30, of: 120, after: .seconds(10))
    #expect(
      upload.bar(width: 80) == "uploading 120 objects [####--------------]  25 %  30 s left  3.0/s"
    )
    #expect(upload.bar(width: 50) == "uploading 120 objects  25 %  30 s left  3.0/s")
    #expect(upload.bar(width: 42) == "uploading 120 ob…  25 %  30 s left  3.0/s")
    #expect(upload.bar(width: 24) == "uploading 120 ob…  25 %")
    let fast = text("reading local", 50_000, of: 115_000, after: .seconds(1))
    #expect(fast.bar(width: 80) == "reading local [#######-----------]  43 %  2 s left  50,000/s")
  }

  @Test("Progress of unknown length shows the elapsed time")
  func unknown() {
    let write = text("writing shops atomically: 115,000 writes", 0, of: nil, after: .seconds(75))
    #expect(write.bar(width: 80) == "writing shops atomically: 115,000 writes  1 min 15 s")
    #expect(write.bar(width: 42) == "writing shops atomically: 11…  1 min 15 s")
    #expect(write.line == "writing shops atomically: 115,000 writes, 1 min 15 s")
    let one = text("publishing", 0, of: 1, after: .seconds(2))
    #expect(one.bar(width: 80) == "publishing  2 s")
  }

  @Test("Progress inside a step shows the amount of work, and the remaining time if it is known")
  func work() {
    func text(
      _ title: String,
      _ work: WorkCounter.Amount,
      after elapsed: Duration,
      in language: Language = .english
    ) -> ProgressText {
      ProgressText(
        title: title,
        total: 1,
        done: 0,
        work: work,
        elapsed: elapsed,
        language: language
      )
    }
    let known = WorkCounter.Amount(.values, done: 250_000, total: 1_000_000)
    let reading = text("reading local", known, after: .seconds(2))
    #expect(
      reading.bar(width: 80)
        == "reading local [####--------------]  25 %  6 s left  250,000 values  125,000/s"
    )
    #expect(reading.bar(width: 60) == "reading local  25 %  6 s left  250,000 values  125,000/s")
    #expect(reading.bar(width: 30) == "reading local  25 %  6 s left")
    #expect(reading.line == "reading local: 250,000 of 1,000,000 values, 6 s left, 125,000/s")
    let first = WorkCounter.Amount(.values, done: 1, total: 246_000)
    #expect(
      text("verifying remote", first, after: .seconds(1)).bar(width: 60)
        == "verifying remote [------------------]  0 %  1 s  1 value"
    )
    let japanese = text("reading local", known, after: .seconds(2), in: .japanese)
    #expect(japanese.line == "local を読んでいます: 250,000/1,000,000 個の値, 残り 6 秒, 125,000/s")
    let unknown = WorkCounter.Amount(.bytes, done: 3_000_000)
    let receiving = text("reading staging", unknown, after: .seconds(2))
    #expect(receiving.bar(width: 80) == "reading staging  3.0 MB  1.5 MB/s  2 s")
    #expect(receiving.line == "reading staging, 3.0 MB, 1.5 MB/s, 2 s")
    let more = WorkCounter.Amount(.files, done: 30, total: 20)
    #expect(
      text("reading the fixtures", more, after: .seconds(1)).line
        == "reading the fixtures: 30 of 30 files, 0 s left, 30/s"
    )
  }

  @Test("A display shows the work of its step only")
  func counted() {
    let screen = Screen(width: 80)
    let display = screen.display
    WorkCounter.$current.withValue(WorkCounter()) {
      WorkCounter.add(5, .values)
      display.show(.step("reading local"))
      WorkCounter.expect(4, .values)
      WorkCounter.add(1, .values)
      screen.pass(.seconds(1))
      display.tick()
    }
    #expect(
      screen.shown
        == "\rreading local [####--------------]  25 %  3 s left  1 value  1/s\u{1B}[K"
    )
  }

  @Test("Progress fits every width, including with wide characters", arguments: 10...120)
  func widths(width: Int) {
    for title in ["reading local", "検証環境のデータを読み込んでいます。しばらくお待ちください"] {
      for total in [nil, 1, 1000] {
        let line = text(title, 400, of: total, after: .seconds(3)).bar(width: width)
        #expect(DisplayWidth.of(line) < width, "\(line)")
      }
    }
  }

  /// A display whose clock and ticks are controlled by the test.
  private final class Screen: Sendable {
    private let time = Mutex(Duration.zero)
    private let text = Mutex("")
    private let width: Int?

    init(width: Int?) { self.width = width }

    var shown: String { text.withLock { $0 } }
    func pass(_ duration: Duration) { time.withLock { $0 += duration } }

    var display: ProgressDisplay {
      ProgressDisplay(
        usesTimer: false,
        width: { self.width },
        now: { self.time.withLock { $0 } },
        write: { more in self.text.withLock { $0 += more } }
      )
    }
  }

  @Test("Progress appears on a terminal after half a second and is cleared before other output")
  func terminal() {
    let screen = Screen(width: 50)
    let display = screen.display
    display.show(.count("uploading 4 objects", index: 1, of: 4))
    screen.pass(.milliseconds(499))
    display.tick()
    #expect(screen.shown == "")
    screen.pass(.milliseconds(501))
    display.show(.count("uploading 4 objects", index: 3, of: 4))
    display.tick()
    let bar = "\ruploading 4 objects  50 %  1 s left  2.0/s\u{1B}[K"
    #expect(screen.shown == bar)
    display.aside {}
    display.aside {}
    #expect(screen.shown == bar + "\r\u{1B}[K")
    display.tick()
    display.end()
    display.tick()
    #expect(screen.shown == bar + "\r\u{1B}[K" + bar + "\r\u{1B}[K")
  }

  @Test("Progress without a terminal is a line every ten seconds")
  func lines() {
    let screen = Screen(width: nil)
    let display = screen.display
    display.show(.count("uploading 40 objects", index: 1, of: 40))
    screen.pass(.seconds(9))
    display.tick()
    #expect(screen.shown == "")
    screen.pass(.seconds(1))
    display.show(.count("uploading 40 objects", index: 11, of: 40))
    display.tick()
    display.tick()
    let line = "uploading 40 objects: 10 of 40, 30 s left, 1.0/s\n"
    #expect(screen.shown == line)
    screen.pass(.seconds(10))
    display.show(.step("planning"))
    display.tick()
    display.end()
    #expect(screen.shown == line)
  }

  @Test("Progress does not block or mix with other output")
  func aside() {
    let screen = Screen(width: 50)
    let display = screen.display
    display.show(.step("planning"))
    screen.pass(.seconds(1))
    display.tick()
    let bar = screen.shown
    display.aside {
      // This output may wait for its reader while a signal is reported.
      display.aside {}
      display.tick()
    }
    #expect(screen.shown == bar + "\r\u{1B}[K")
    display.tick()
    #expect(screen.shown == bar + "\r\u{1B}[K" + bar)
  }

  @Test("Progress restarts when another step begins")
  func steps() {
    let screen = Screen(width: 80)
    let display = screen.display
    display.show(.step("reading the fixtures"))
    screen.pass(.seconds(5))
    display.tick()
    display.show(.step("planning"))
    display.tick()
    #expect(screen.shown == "\rreading the fixtures  5 s\u{1B}[K\r\u{1B}[K")
  }
}
