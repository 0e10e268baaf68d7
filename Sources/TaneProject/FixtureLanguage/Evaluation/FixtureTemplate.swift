import TaneCore

/// A string with counters, such as `user{n:06}` or `{n+1000000}`; `{{` represents a brace.
struct FixtureTemplate {
  private enum Part {
    case text(String)
    case counter(name: String, steps: [(operation: Character, number: Int64)], width: Int)
  }

  /// An error in a template; the message follows the template in findings.
  struct Problem: Error {
    let message: String
  }

  private let parts: [Part]

  init(parsing text: String) throws(Problem) {
    var parts: [Part] = []
    var (plain, rest) = ("", text[...])
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        plain.append(rest.removeFirst())
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw Problem(message: "has \"{\" without \"}\"; write \"{{\" for a brace")
        }
        parts.append(.text(plain))
        parts.append(try Self.counter(rest[..<end]))
        (plain, rest) = ("", rest[end...].dropFirst())
      default: plain.append(character)
      }
    }
    parts.append(.text(plain))
    self.parts = parts
  }

  private static func counter(_ text: Substring) throws(Problem) -> Part {
    guard let match = text.wholeMatch(of: /([A-Za-z_]\w*)((?:[-+*\/%]\d{1,15})*)(?::0(\d{1,2}))?/)
    else {
      throw Problem(
        message:
          "has \"{\(text)}\"; expected a counter such as {n}, {n:06} or {n+100}, or \"{{\" for a"
          + " brace"
      )
    }
    let steps = match.2.matches(of: /([-+*\/%])(\d+)/).map {
      (operation: $0.1.first ?? "+", number: Int64($0.2) ?? 0)
    }
    guard !steps.contains(where: { "/%".contains($0.operation) && $0.number == 0 }) else {
      throw Problem(message: "divides by zero in \"{\(text)}\"")
    }
    return .counter(name: String(match.1), steps: steps, width: match.3.flatMap { Int($0) } ?? 0)
  }

  func text(with counters: FixtureCounters) throws(Problem) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let plain): text += plain
      case .counter(let name, let steps, let width):
        guard let value = counters[name] else { throw Self.unknown(name, among: counters) }
        text += Self.padded(steps.reduce(value, Self.apply), to: width)
      }
    }
    return text
  }

  private static func unknown(_ name: String, among counters: FixtureCounters) -> Problem {
    guard !counters.isEmpty else {
      return Problem(
        message:
          "uses the counter \"\(name)\" outside a !repeat; define one with \"as: \(name)\""
      )
    }
    return Problem(
      message: "uses the counter \"\(name)\", but the enclosing !repeat has "
        + "\(counters.names.joined(separator: ", "))"
        + Suggestion.clause(for: name, among: counters.names)
    )
  }

  private static func apply(_ value: Int64, _ step: (operation: Character, number: Int64)) -> Int64
  {
    switch step.operation {
    case "+": value &+ step.number
    case "-": value &- step.number
    case "*": value &* step.number
    case "/": value / step.number
    default: value % step.number
    }
  }

  private static func padded(_ value: Int64, to width: Int) -> String {
    let digits = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (value < 0 ? "-" : "") + zeros + digits
  }
}
