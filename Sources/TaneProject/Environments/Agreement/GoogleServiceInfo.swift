public import TaneCore

/// The settings of an app's `GoogleService-Info.plist`.
///
/// See <https://firebase.google.com/docs/projects/learn-more#config-files-objects>.
public struct GoogleServiceInfo: Sendable, Hashable {
  /// A value and where it is written.
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
  /// The database of apps that name none, `DATABASE_URL`.
  public let databaseURL: Entry?
  /// The bucket of apps that name none, `STORAGE_BUCKET`.
  public let bucket: Entry?
  /// The app, `BUNDLE_ID`.
  public let bundleID: Entry?
  /// The app's identifier at Google, `GOOGLE_APP_ID`.
  public let appID: Entry?
  /// The sender of messages to the app, `GCM_SENDER_ID`.
  public let senderID: Entry?
  /// The OAuth client of the app, `CLIENT_ID`.
  public let clientID: Entry?
  /// The key that the app sends, `API_KEY`; never shown.
  public let apiKey: Secret?
}
