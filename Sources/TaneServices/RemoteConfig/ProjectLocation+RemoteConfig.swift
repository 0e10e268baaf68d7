import TaneCore

extension ProjectLocation {
  /// The URL of the template of Remote Config, or of a method of it.
  ///
  /// See <https://firebase.google.com/docs/reference/remote-config/rest>.
  func templateURL(
    method: String? = nil,
    _ parameters: [(name: String, value: String)] = []
  ) -> String {
    (emulatorOrigin ?? "https://firebaseremoteconfig.googleapis.com")
      + "/v1/projects/\(projectSegment)/remoteConfig"
      + (method.map { ":\($0)" } ?? "") + URLQuery.query(parameters)
  }
}
