extension EnvironmentProfiles {
  /// Returns the name of the default environment: the value of `TANE_ENV`, or `local` if it is not
  /// set.
  ///
  /// There is no stored current environment.
  package static func defaultName(in variables: [String: String]) -> String {
    variables["TANE_ENV"].flatMap { $0.isEmpty ? nil : $0 } ?? "local"
  }
}
