extension EnvironmentProfiles {
  /// The name of the default environment if nothing else is chosen.
  static let fallbackName = "local"

  /// The name of the default environment: the value of `TANE_ENV`, or `local` if it is not set.
  ///
  /// There is no stored current environment.
  package var defaultName: String { chosenName ?? Self.fallbackName }

  /// Returns the name of the default environment: the value of `TANE_ENV`, or `local` if it is not
  /// set.
  package static func defaultName(in variables: [String: String]) -> String {
    chosenName(in: variables) ?? fallbackName
  }

  /// Returns the value of `TANE_ENV`, or nil if it is not set or empty.
  static func chosenName(in variables: [String: String]) -> String? {
    variables["TANE_ENV"].flatMap { $0.isEmpty ? nil : $0 }
  }
}
