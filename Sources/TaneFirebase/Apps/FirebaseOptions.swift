import Foundation

/// The values of a `GoogleService-Info.plist`, with the API of the Firebase iOS SDK.
///
/// The options do not select an environment; `FirebaseApp.configure(options:)` in `TaneRuntime`
/// stores them only for code that reads them.
///
/// ```swift
/// let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
/// options.projectID = "demo-shops"
/// ```
public final class FirebaseOptions {
  /// The values, keyed as in the property list.
  var values: [String: String]

  init(values: [String: String]) { self.values = values }

  /// Creates options with the identifiers that every app requires.
  public convenience init(googleAppID: String, gcmSenderID: String) {
    self.init(values: ["GOOGLE_APP_ID": googleAppID, "GCM_SENDER_ID": gcmSenderID])
  }

  /// Reads options from a property list, or returns nil if it cannot be read or has no app
  /// identifier.
  public convenience init?(contentsOfFile plistPath: String) {
    guard let data = FileManager.default.contents(atPath: plistPath),
      let entries = try? PropertyListDecoder().decode([String: Entry].self, from: data),
      entries["GOOGLE_APP_ID"]?.text != nil
    else { return nil }
    self.init(values: entries.compactMapValues(\.text))
  }

  /// Returns the options of `GoogleService-Info.plist` in the main bundle, or nil if there are
  /// none.
  public static func defaultOptions() -> FirebaseOptions? {
    Bundle.main.path(forResource: "GoogleService-Info", ofType: "plist")
      .flatMap { FirebaseOptions(contentsOfFile: $0) }
  }

  /// The app's identifier, such as `1:1234567890:ios:321abc456def7890`.
  public var googleAppID: String {
    get { values["GOOGLE_APP_ID"] ?? "" }
    set { values["GOOGLE_APP_ID"] = newValue }
  }

  /// The project's number.
  public var gcmSenderID: String {
    get { values["GCM_SENDER_ID"] ?? "" }
    set { values["GCM_SENDER_ID"] = newValue }
  }

  /// The bundle identifier of the app, by default the main bundle's identifier.
  public var bundleID: String {
    get { values["BUNDLE_ID"] ?? Bundle.main.bundleIdentifier ?? "" }
    set { values["BUNDLE_ID"] = newValue }
  }

  /// The API key.
  public var apiKey: String? {
    get { values["API_KEY"] }
    set { values["API_KEY"] = newValue }
  }

  /// The identifier of the OAuth client.
  public var clientID: String? {
    get { values["CLIENT_ID"] }
    set { values["CLIENT_ID"] = newValue }
  }

  /// The project's identifier.
  public var projectID: String? {
    get { values["PROJECT_ID"] }
    set { values["PROJECT_ID"] = newValue }
  }

  /// The URL of the default Realtime Database.
  public var databaseURL: String? {
    get { values["DATABASE_URL"] }
    set { values["DATABASE_URL"] = newValue }
  }

  /// The name of the default bucket.
  public var storageBucket: String? {
    get { values["STORAGE_BUCKET"] }
    set { values["STORAGE_BUCKET"] = newValue }
  }

  /// The identifier of an app group for app extensions; has no effect.
  public var appGroupID: String? {
    get { values["APP_GROUP_ID"] }
    set { values["APP_GROUP_ID"] = newValue }
  }

  /// A value of a property list; only strings are stored.
  private struct Entry: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      text = try? decoder.singleValueContainer().decode(String.self)
    }
  }
}
