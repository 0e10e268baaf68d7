import TaneCore
import TaneFormats

/// The project settings in an app's Firebase configuration file: `GoogleService-Info.plist` or
/// `google-services.json`.
///
/// API keys in the file are ignored.
package struct FirebaseAppSettings: Sendable, Hashable {
  /// The file, relative to the folder of the app.
  package let file: String
  /// The identifier of the project.
  package let project: String
  /// The URL of the default database, or nil if the project had none when the file was created.
  package let database: String?
  /// The name of the default bucket.
  package let bucket: String?

  /// Reads a property list or JSON, depending on the file's name, or returns nil if the content has
  /// no project, or if a project, bucket or database URL in it is invalid.
  init?(_ bytes: [UInt8], file: String) {
    let isPropertyList = file.hasSuffix(".plist")
    guard let found = isPropertyList ? Self.propertyList(bytes, file: file) : Self.json(bytes)
    else {
      return nil
    }
    self.file = file
    (project, database, bucket) = (found.project, found.database, found.bucket)
    guard [project, bucket ?? project].allSatisfy(SetupEnvironments.isIdentifier),
      database?.wholeMatch(of: /https?:\/\/[A-Za-z0-9][A-Za-z0-9.:\/?=&_\-]*/) != nil
        || database == nil
    else { return nil }
  }

  /// The kinds of services in the file.
  var kinds: [ServiceKind] {
    (database == nil ? [] : [.databases]) + (bucket == nil ? [] : [.buckets])
  }

  private typealias AppIdentifiers = (project: String, database: String?, bucket: String?)

  private static func propertyList(_ bytes: [UInt8], file: String) -> AppIdentifiers? {
    let info = GoogleServiceInfo(bytes, file: file)
    guard let info, let project = info.project?.value else { return nil }
    return (project, info.databaseURL?.value, info.bucket?.value)
  }

  private static func json(_ bytes: [UInt8]) -> AppIdentifiers? {
    let info = JSONReader().read(bytes, named: "").tree?["project_info"]
    guard let info, let project = info["project_id"]?.string else { return nil }
    return (project, info["firebase_url"]?.string, info["storage_bucket"]?.string)
  }

  /// Returns true if a file has the name of a Firebase configuration file, optionally with a
  /// suffix.
  static func isFileName(_ name: String) -> Bool {
    GoogleServiceInfo.isFileName(name)
      || name.hasPrefix("google-services") && name.hasSuffix(".json")
  }

  /// The suffix of the file's name, followed by the names of its folders, innermost first; each may
  /// name the environment, such as `Staging`.
  var environmentHints: [String] {
    let names = file.split(separator: "/").map(String.init)
    var stem = TreeFormat.stem(of: names.last ?? "")
    for name in ["GoogleService-Info", "google-services"] where stem.hasPrefix(name) {
      stem.removeFirst(name.count)
    }
    return [stem] + names.dropLast().reversed()
  }
}
