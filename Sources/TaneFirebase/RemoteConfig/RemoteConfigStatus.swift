/// The result of the last fetch.
public enum RemoteConfigFetchStatus: Int, Sendable {
  /// Nothing has been fetched yet.
  case noFetchYet
  /// The template was fetched, or the previous template has not expired.
  case success
  /// The fetch failed.
  case failure
  /// The service rejected the fetch because there were too many requests.
  case throttled
}

/// The result of `fetchAndActivate()`.
public enum RemoteConfigFetchAndActivateStatus: Int, Sendable {
  /// The template was fetched and activated.
  case successFetchedFromRemote
  /// Not used: like the SDK, `fetchAndActivate()` returns `successFetchedFromRemote` even if it
  /// activates a template that was fetched earlier.
  case successUsingPreFetchedData
  /// The fetch failed.
  case error
}

/// The origin of a value.
public enum RemoteConfigSource: Int, Sendable {
  /// The activated template.
  case remote
  /// The app's defaults.
  case `default`
  /// No source; the value is empty.
  case `static`
}
