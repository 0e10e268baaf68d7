extension ProjectLocation {
  /// Returns the URL of the Remote Config template, or of a method for it.
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
