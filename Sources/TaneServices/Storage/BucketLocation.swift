import TaneCore

/// The address of a Cloud Storage bucket in the JSON API or in Firebase's API.
package struct BucketLocation: Sendable, Hashable {
  /// An API for access to a bucket.
  enum API: Hashable {
    /// The Cloud Storage JSON API, which supports only accounts with IAM roles.
    case cloud
    /// Firebase's API, which supports users and security rules.
    case firebase

    fileprivate var path: String { self == .cloud ? "/storage/v1" : "/v0" }
  }

  private static let production = "https://storage.googleapis.com"
  private static let firebase = "https://firebasestorage.googleapis.com"

  /// The bucket's name.
  package let bucket: String
  /// The scheme, host and port.
  private(set) var origin: String
  /// The API for access to the bucket.
  private(set) var api = API.cloud
  /// A Boolean value indicating whether the bucket is served by an emulator.
  package let isEmulator: Bool

  /// Creates the location of a Cloud Storage bucket by its name without `gs://`.
  package init(bucket: String) {
    self.bucket = bucket
    origin = Self.production
    isEmulator = false
  }

  /// Creates the location of a bucket in an emulator at `http://HOST:PORT`.
  ///
  /// - Throws: A `StoreError` for any other URL.
  package init(emulator url: String, bucket: String) throws {
    origin = try WebAddress.emulatorOrigin(url, serving: bucket, "a bucket")
    isEmulator = true
    self.bucket = bucket
  }

  /// The location of the same bucket in Firebase's API.
  var firebaseLocation: BucketLocation {
    var location = self
    location.api = .firebase
    if !isEmulator { location.origin = Self.firebase }
    return location
  }

  /// Returns the URL of the bucket's objects, or of one of them.
  func url(
    _ object: String? = nil,
    _ parameters: [(name: String, value: String)] = []
  ) -> String {
    origin + api.path + path(to: object) + URLQuery.query(parameters)
  }

  /// Returns a URL with `/storage/v1` removed, as Firebase's emulator requires for some calls, or
  /// nil if the URL does not belong to an emulator's Cloud Storage API.
  func urlWithoutAPIPath(_ url: String) -> String? {
    let start = origin + api.path
    guard isEmulator, api == .cloud, url.hasPrefix(start) else { return nil }
    return origin + url.dropFirst(start.count)
  }

  /// Returns the URL for uploads.
  func uploadURL(_ parameters: [(name: String, value: String)]) -> String {
    let start = api == .cloud ? "/upload" : ""
    return origin + start + api.path + path(to: nil) + URLQuery.query(parameters)
  }

  /// Returns the URL of a request that copies an object within the bucket.
  func copyURL(
    _ source: String,
    to target: String,
    _ parameters: [(name: String, value: String)]
  ) -> String {
    url(source) + "/rewriteTo" + path(to: target) + URLQuery.query(parameters)
  }

  /// Returns the URL from which anyone with the token can download an object.
  ///
  /// See <https://firebase.google.com/docs/storage/web/download-files>.
  func downloadURL(_ object: String, token: String) -> String {
    firebaseLocation.url(object, [(name: "alt", value: "media"), (name: "token", value: token)])
  }

  private func path(to object: String?) -> String {
    let objects = "/b/\(PercentEncoding.encodeURLPart(bucket))/o"
    return object.map { "\(objects)/\(PercentEncoding.encodeURLPart($0))" } ?? objects
  }
}

extension BucketLocation: CustomStringConvertible {
  /// The URL in the format used in profiles.
  package var description: String { isEmulator ? "\(origin)/\(bucket)" : "gs://\(bucket)" }
}
