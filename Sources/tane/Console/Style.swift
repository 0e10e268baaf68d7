/// Colours on a terminal, plain text elsewhere.
///
/// Colour never carries what words do not say.
struct Style: Sendable {
  private let isColored: Bool

  init(_ choice: ColorChoice, isTerminal: Bool, variables: [String: String]) {
    switch choice {
    case .on: isColored = true
    case .off: isColored = false
    case .auto:
      // https://no-color.org: any value but the empty one.
      let isForbidden = variables["NO_COLOR"].map { !$0.isEmpty } ?? false
      isColored = isTerminal && !isForbidden && variables["TERM"] != "dumb"
    }
  }

  static let plain = Style(.off, isTerminal: false, variables: [:])

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func red(_ text: String) -> String { wrap(text, "31") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func yellow(_ text: String) -> String { wrap(text, "33") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
