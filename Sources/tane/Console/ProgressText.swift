import TaneCore
import TaneRendering

/// The text for a step in progress.
struct ProgressText {
  let title: String
  /// The total number of items, or nil if unknown.
  let total: Int?
  let done: Int
  /// The time since the start of the step.
  let elapsed: Duration
  let language: Language

  init(
    title: String,
    total: Int?,
    done: Int,
    elapsed: Duration,
    language: Language = .english
  ) {
    self.title = language.text(title.escapingControls)
    (self.total, self.done, self.elapsed, self.language) = (total, done, elapsed, language)
  }

  /// Returns a line for a terminal: the title, a bar, the rate and the remaining time, as far as
  /// they fit.
  func bar(width: Int) -> String {
    let room = width - 1
    let details = details
    // Shorten the details first to leave room for the title.
    for count in (1...details.count).reversed() {
      let words = details.prefix(count).joined(separator: "  ")
      let rest = room - DisplayWidth.of(words) - 2
      let needed = min(DisplayWidth.of(title), 12)
      guard rest >= needed else { continue }
      let barWidth = min(20, rest - DisplayWidth.of(title) - 1)
      guard let share, barWidth >= 8 else { return "\(shortened(to: rest))  \(words)" }
      return "\(title) \(drawn(share, width: barWidth))  \(words)"
    }
    return shortened(to: room)
  }

  /// A line for a file or a pipe.
  var line: String {
    let joint = language == .english ? " of " : "/"
    let count = total.map { ": \(done.grouped)\(joint)\($0.grouped)" } ?? ""
    return ([title + count] + details.dropFirst(total == nil ? 0 : 1)).joined(separator: ", ")
  }

  /// The details besides the title, the most important first.
  private var details: [String] {
    guard let total, let share else { return [Self.text(elapsed)] }
    var parts = ["\(Int(share * 100)) %"]
    let seconds = elapsed / .seconds(1)
    guard done > 0, seconds > 0 else { return parts + [Self.text(elapsed)] }
    let rate = Double(done) / seconds
    parts.append(language.text("\(Self.text(.seconds(Double(total - done) / rate))) left"))
    parts.append("\(rate < 10 ? "\((rate * 10).rounded() / 10)" : Int(rate).grouped)/s")
    return parts
  }

  private var share: Double? {
    total.flatMap { $0 > 1 ? min(1, Double(done) / Double($0)) : nil }
  }

  private func drawn(_ share: Double, width: Int) -> String {
    let full = Int(share * Double(width - 2))
    return "[" + String(repeating: "#", count: full)
      + String(repeating: "-", count: width - 2 - full) + "]"
  }

  private func shortened(to width: Int) -> String {
    guard DisplayWidth.of(title) > width else { return title }
    var text = ""
    for character in title where DisplayWidth.of(text + "\(character)") < width {
      text.append(character)
    }
    return text + "…"
  }

  private static func text(_ duration: Duration) -> String {
    let seconds = Int((duration / .seconds(1)).rounded(.up))
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
