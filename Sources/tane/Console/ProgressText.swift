import TaneCore
import TaneRendering

/// The text that describes a step in progress.
struct ProgressText {
  let title: String
  /// The unit of `done` and `total`, or nil if they count items.
  private let unit: WorkCounter.Unit?
  private let done: Int
  private let total: Int?
  /// The time since the start of the step.
  let elapsed: Duration
  let language: Language

  /// Creates the text for a step.
  ///
  /// - Parameters:
  ///   - title: The description of the step.
  ///   - total: The total number of items, or nil if it is unknown.
  ///   - done: The number of completed items.
  ///   - work: The work within the step, which is shown unless there are several items.
  ///   - elapsed: The time since the start of the step.
  ///   - language: The language of the text.
  init(
    title: String,
    total: Int?,
    done: Int,
    work: WorkCounter.Amount? = nil,
    elapsed: Duration,
    language: Language = .english
  ) {
    self.title = language.text(title.escapingControls)
    (self.elapsed, self.language) = (elapsed, language)
    if let work, total ?? 1 <= 1 {
      (unit, self.done) = (work.unit, work.done)
      // The total may be an estimate.
      self.total = work.total.map { max($0, work.done) }
    } else {
      (unit, self.done, self.total) = (nil, done, total)
    }
  }

  /// Returns a line for a terminal: the title, followed by a bar, the rate and the remaining time
  /// as far as they fit.
  func bar(width: Int) -> String {
    let room = width - 1
    let details = details
    // Omit details first, to leave room for the title.
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

  /// The line for a file or a pipe.
  var line: String {
    guard let total else { return ([title] + details).joined(separator: ", ") }
    let joint = language == .english ? " of " : "/"
    let count = "\(number(done))\(joint)\(amount(total))"
    return (["\(title): \(count)"] + details(withAmount: false).dropFirst()).joined(separator: ", ")
  }

  private var details: [String] { details(withAmount: unit != nil) }

  /// Returns the details that follow the title, the most important one first.
  private func details(withAmount showsAmount: Bool) -> [String] {
    let time = Self.text(elapsed)
    let seconds = elapsed / .seconds(1)
    let rate = done > 0 && seconds > 0 ? Double(done) / seconds : nil
    let amount = showsAmount ? [amount(done)] : []
    let speed = rate.map { [self.speed($0)] } ?? []
    guard let total, let share else {
      return unit == nil ? [time] : amount + speed + [time]
    }
    let percentage = "\(Int(share * 100)) %"
    // The initial rate does not predict the remaining time.
    guard let rate, share >= 0.01 else { return [percentage, time] + amount }
    let left = language.text("\(Self.text(.seconds(Double(total - done) / rate))) left")
    return [percentage, left] + amount + speed
  }

  private func speed(_ rate: Double) -> String {
    let isFraction = rate < 10 && unit == nil
    return (isFraction ? "\((rate * 10).rounded() / 10)" : number(Int(rate))) + "/s"
  }

  /// Returns an amount of work with its unit.
  private func amount(_ count: Int) -> String {
    switch unit {
    case .values: language.text(counted(count, "value"))
    case .files: language.text(counted(count, "file"))
    case .bytes, nil: number(count)
    }
  }

  private func number(_ count: Int) -> String {
    unit == .bytes ? ByteCountText.render(count) : count.grouped
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
