public import TaneCore

/// An error that prevents the use of an environment.
public struct EnvironmentError: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Code: String, Sendable, Hashable {
    /// There is no profile for the environment, or the environment's name is invalid.
    case unknown
    /// The profile has errors.
    case invalid
    /// The profile has no services.
    case withoutServices
    /// A variable for an emulator contains no valid address.
    case invalidVariable
  }

  /// The kind of failure.
  public let code: Code
  /// The problem and its remedy, without a full stop.
  public let message: String
  /// The findings that prevent the use of the environment.
  public let diagnostics: [Diagnostic]

  /// Returns the error with its message prefixed by the source of the environment's name, such as a
  /// variable.
  package func naming(_ source: String) -> EnvironmentError {
    EnvironmentError(code: code, message: "\(source): \(message)", diagnostics: diagnostics)
  }

  static func unknown(
    _ name: String,
    among names: [String],
    diagnostics: [Diagnostic]
  ) -> EnvironmentError {
    let isDefault = name == EnvironmentProfiles.fallbackName && !names.isEmpty
    return EnvironmentError(
      code: .unknown,
      message:
        "no environment \"\(name.escapingControls)\" in environments/ (known: "
        + "\(Diagnostic.list(names)))"
        + (isDefault
          ? "; choose one with -e or TANE_ENV" : Suggestion.clause(for: name, among: names)),
      diagnostics: diagnostics
    )
  }

  static func illegalName(_ name: String, _ problem: String) -> EnvironmentError {
    EnvironmentError(
      code: .unknown,
      message:
        "\"\(name.escapingControls)\" is not a valid environment name: it \(problem);"
        + " \(NameRule.expectation)",
      diagnostics: []
    )
  }

  static func invalid(_ name: String, _ diagnostics: [Diagnostic]) -> EnvironmentError {
    let count = diagnostics.filter { $0.severity == .error }.count
    return EnvironmentError(
      code: .invalid,
      message:
        "the environment \"\(name)\" cannot be used: its profile has \(counted(count, "error"))",
      diagnostics: diagnostics
    )
  }

  static func noServices(
    in profile: EnvironmentProfile,
    available names: [String]
  ) -> EnvironmentError {
    let advice =
      names.isEmpty
      ? "add one to \(profile.file)"
      : "add one to \(profile.file), or use one of \(names.joined(separator: ", "))"
    let ids = ServiceKind.all.map(\.id)
    let (keys, last) = (ids.dropLast(), ids.last ?? "")
    return EnvironmentError(
      code: .withoutServices,
      message:
        "the environment \"\(profile.name)\" has no \(keys.joined(separator: ", ")) or \(last);"
        + " \(advice)",
      diagnostics: []
    )
  }
}

extension EnvironmentError: CustomStringConvertible {
  /// The message, followed by the findings, one per line.
  public var description: String {
    ([message] + diagnostics.map(\.description)).joined(separator: "\n")
  }
}
