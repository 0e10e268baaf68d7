package import TaneCore

/// The settings of an app's `GoogleService-Info.plist`.
///
/// See <https://firebase.google.com/docs/projects/learn-more#config-files-objects>.
package struct GoogleServiceInfo: Sendable, Hashable {
  /// A value and its position.
  package struct Entry: Sendable, Hashable {
    /// The value of a key in the property list.
    package let value: String
    /// The position of the value, or of the file if the file is binary.
    package let position: SourcePosition
  }

  /// The file, relative to the project.
  package let file: String
  /// The ID of the project, `PROJECT_ID`.
  package let project: Entry?
  /// The URL of the default database, `DATABASE_URL`.
  package let databaseURL: Entry?
  /// The name of the default bucket, `STORAGE_BUCKET`.
  package let bucket: Entry?
  /// The bundle ID of the app, `BUNDLE_ID`.
  package let bundleID: Entry?
  package let appID: Entry?
  /// The ID of the app's Cloud Messaging sender, `GCM_SENDER_ID`.
  package let senderID: Entry?
  /// The ID of the app's OAuth client, `CLIENT_ID`.
  package let clientID: Entry?
  /// The API key of the app, `API_KEY`, which is never shown.
  package let apiKey: Secret?
}
