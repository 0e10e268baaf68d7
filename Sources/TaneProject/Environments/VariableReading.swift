import TaneCore

/// A reader of settings in which `${NAME}` is replaced by an environment variable.
protocol VariableReading: SettingsReading {
  var substitution: VariableSubstitution { get }
}

extension VariableReading {
  /// Returns a string with variables replaced, or reports findings and returns nil if a variable is
  /// unset or malformed; findings do not quote the string if `isHidden` is true.
  mutating func expand(
    _ raw: String,
    at position: SourcePosition?,
    isHidden: Bool = false
  ) -> VariableSubstitution.Expansion? {
    let expansion = substitution.expand(raw)
    for problem in expansion.problems {
      switch problem {
      case .unset(let name):
        report(
          .unsetVariable,
          "the environment variable \(name) is not set; set it, or write a default:"
            + " ${\(name):-default}",
          at: position
        )
      case .malformed(let text):
        let shown =
          isHidden ? Redaction.placeholder : "\"\(Redaction.url(text).escapingControls)\""
        report(
          .invalidVariable,
          "\(shown) is not a variable; expected ${NAME} or ${NAME:-default}, or $$"
            + " for a dollar sign",
          at: position
        )
      }
    }
    return expansion.problems.isEmpty ? expansion : nil
  }
}
