import TaneCore

/// A string with counters, such as `user{n:06}` or `{n+1000000}`; `{{` represents a brace.
struct FixtureTemplate {
  private enum Part {
    case text(String)
    case counter(name: String, steps: [(operation: Character, operand: String)], width: Int)
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
    let pattern =
      /([A-Za-z_]\w*)((?:[-+*\/%](?:\d{1,15}|[A-Za-z_]\w*))*)(?::0(\d{1,2}))?/
    guard let match = text.wholeMatch(of: pattern) else {
      throw Problem(
        message:
          "has \"{\(text)}\"; expected a counter such as {n}, {n:06} or {n+100}, or \"{{\" for a"
          + " brace"
      )
    }
    let steps = match.2.matches(of: /([-+*\/%])(\w+)/).map {
      (operation: $0.1.first ?? "+", operand: String($0.2))
    }
    guard !steps.contains(where: { "/%".contains($0.operation) && Int64($0.operand) == 0 }) else {
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
        var value = try Self.value(of: name, in: counters)
        for (operation, operand) in steps {
          let number = try Self.value(of: operand, in: counters)
          guard number != 0 || !"/%".contains(operation) else {
            throw Problem(message: "divides by the counter \"\(operand)\", which is 0")
          }
          value = Self.apply(operation, number, to: value)
        }
        text += Self.padded(value, to: width)
      }
    }
    return text
  }

  /// Returns the value of an integer or a counter.
  private static func value(
    of operand: String,
    in counters: FixtureCounters
  ) throws(Problem) -> Int64 {
    if let value = Int64(operand) ?? counters[operand] { return value }
    throw unknown(operand, among: counters)
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

  private static func apply(_ operation: Character, _ number: Int64, to value: Int64) -> Int64 {
    switch operation {
    case "+": value &+ number
    case "-": value &- number
    case "*": value &* number
    case "/": value.dividedReportingOverflow(by: number).partialValue
    default: value.remainderReportingOverflow(dividingBy: number).partialValue
    }
  }

  private static func padded(_ value: Int64, to width: Int) -> String {
    let digits = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (value < 0 ? "-" : "") + zeros + digits
  }
}
