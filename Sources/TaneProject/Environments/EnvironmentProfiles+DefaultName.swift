extension EnvironmentProfiles {
  /// The environment that is meant where none is named: that of `TANE_ENV`, else `local`.
  ///
  /// There is no remembered current environment.
  public static func defaultName(in variables: [String: String]) -> String {
    variables["TANE_ENV"].flatMap { $0.isEmpty ? nil : $0 } ?? "local"
  }
}
