import TaneCore

/// A substitution of environment variables in the text of a profile.
///
/// `${NAME}` is replaced by the variable's value, `${NAME:-default}` by the default if the variable
/// is unset or empty, and `$$` by a dollar sign. Any other `$` is unchanged.
struct VariableSubstitution {
  /// A reason a string cannot be expanded.
  enum Problem: Equatable {
    /// A variable that is unset and has no default.
    case unset(String)
    /// Text that begins with `${` but is neither `${NAME}` nor `${NAME:-default}`.
    case malformed(String)
  }

  /// A string with variables replaced.
  struct Expansion: Equatable {
    var text = ""
    /// A Boolean value indicating whether a variable was read.
    var usesVariables = false
    var problems: [Problem] = []
  }

  /// The values of the environment variables, by name.
  let variables: [String: String]

  /// Replaces the variables in a string, and collects problems.
  func expand(_ text: String) -> Expansion {
    var expansion = Expansion()
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      expansion.text += rest[..<dollar]
      rest = rest[dollar...].dropFirst()
      switch rest.first {
      case "$":
        expansion.text += "$"
        rest = rest.dropFirst()
      case "{":
        let end = rest.firstIndex(of: "}") ?? rest.endIndex
        resolve(rest[..<end].dropFirst(), isClosed: end != rest.endIndex, into: &expansion)
        rest = rest[end...].dropFirst()
      default:
        expansion.text += "$"
      }
    }
    expansion.text += rest
    return expansion
  }

  /// Returns the defaults of a string's variables, and the string with each variable replaced by
  /// its default (possibly empty), or nil if the string has no variables.
  static func defaults(in text: String) -> (values: [String], substitutedText: String)? {
    // A double dollar sign does not begin a variable.
    let variable = /\$\$|\$\{[A-Za-z_][A-Za-z0-9_]*(?::-([^}]*))?\}/
    let matches = text.matches(of: variable).filter { $0.output.0 != "$$" }
    guard !matches.isEmpty else { return nil }
    return (
      matches.map { String($0.output.1 ?? "") },
      text.replacing(variable) { $0.output.0 == "$$" ? "$" : $0.output.1 ?? "" }
    )
  }

  private func resolve(_ content: Substring, isClosed: Bool, into expansion: inout Expansion) {
    let separator = content.firstRange(of: ":-")
    let name = String(content[..<(separator?.lowerBound ?? content.endIndex)])
    let fallback = separator.map { content[$0.upperBound...] }
    guard isClosed, name.isASCIIName, fallback?.contains("${") != true else {
      expansion.problems.append(.malformed("${\(content)" + (isClosed ? "}" : "")))
      return
    }
    expansion.usesVariables = true
    switch (variables[name], fallback) {
    case (let value?, nil): expansion.text += value
    case (let value?, let fallback?): expansion.text += value.isEmpty ? String(fallback) : value
    case (nil, let fallback?): expansion.text += fallback
    case (nil, nil): expansion.problems.append(.unset(name))
    }
  }
}
