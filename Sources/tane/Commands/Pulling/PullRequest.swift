import TaneCore

/// What a pull is asked to do.
struct PullRequest {
  let addresses: [Address]
  let environment: EnvironmentOptions
  /// The file that stands for a database of the environment, if one does.
  let file: String?
  /// The set of new files; nil for the profile's first.
  let set: String?
  /// Whether what no fixture describes is taken.
  let addsFiles: Bool
  /// Whether what the environment does not have goes from fixtures.
  let removes: Bool
  let dryRun: Bool
  /// Whether data of a protected environment may be taken as it is.
  let isUnmasked: Bool
  /// The most resources that are pulled because what is asked for refers to them; nil for none.
  var follow: Int?
  /// Whether masks are only proposed.
  var suggestsMasks = false
}
