public import TaneCore

/// The settings of an app's `GoogleService-Info.plist`.
///
/// See <https://firebase.google.com/docs/projects/learn-more#config-files-objects>.
public struct GoogleServiceInfo: Sendable, Hashable {
  /// A value and its position.
  public struct Entry: Sendable, Hashable {
    /// The value.
    public let value: String
    /// The position of the value, or of the file if the file is binary.
    public let position: SourcePosition
  }

  /// The file, relative to the project.
  public let file: String
  /// The project, `PROJECT_ID`.
  public let project: Entry?
  /// The URL of the default database, `DATABASE_URL`.
  public let databaseURL: Entry?
  /// The default bucket, `STORAGE_BUCKET`.
  public let bucket: Entry?
  /// The bundle ID of the app, `BUNDLE_ID`.
  public let bundleID: Entry?
  /// The Google ID of the app, `GOOGLE_APP_ID`.
  public let appID: Entry?
  /// The sender of messages to the app, `GCM_SENDER_ID`.
  public let senderID: Entry?
  /// The OAuth client of the app, `CLIENT_ID`.
  public let clientID: Entry?
  /// The API key of the app, `API_KEY`, which is never shown.
  public let apiKey: Secret?
}
