import TaneCore

/// The declaration of storage buckets, such as `buckets: { images: gs://NAME }`.
///
/// The resource of a `ServiceLocation` is the bucket's name.
struct StorageBuckets: ServiceDeclaration {
  let kind = ServiceKind.buckets
  let noun = "bucket"
  let isNamed = true
  let containsTrees = false
  let adapter: any ServiceAdapter = ObjectAdapter()
  let locationDescription = "the URL of a bucket"
  let expectedLocations = "gs://NAME, http://HOST:PORT/NAME of an emulator, or embedded:NAME"
  let summary: String? = "The storage buckets, by the names used in addresses."
  var longForm: ServiceLongForm? {
    ServiceLongForm(
      key: "url",
      noun: "URL",
      flags: [(ServiceLongForm.defaultKey, "True for the bucket that Storage.storage() returns.")],
      texts: [(ServiceLongForm.memberKey, "The member of FirebaseStorageManager in Swift code.")]
    )
  }
  var appSetting: (key: String, value: KeyPath<GoogleServiceInfo, GoogleServiceInfo.Entry?>)? {
    ("STORAGE_BUCKET", \.bucket)
  }
  /// Firebase's variable, which contains a host and a port, and the variable of Google Cloud's
  /// libraries, which contains a URL.
  var emulatorVariables: [EmulatorVariable] {
    [
      .init(name: "FIREBASE_STORAGE_EMULATOR_HOST"),
      .init(name: "STORAGE_EMULATOR_HOST", isURL: true),
    ]
  }
  let firebase = FirebaseNames(section: "storage", library: "FirebaseStorage", emulatorPort: 9199)
  let defaultServiceName = "storage"
  let fixturePart = FixtureSetPart.folder("buckets")
  let resourceNoun: String? = "object"

  func location(at url: URLParts, shown: String) throws(ServiceLocationError) -> ServiceLocation? {
    switch url.scheme {
    case "gs":
      guard url.query == nil, url.path.isEmpty else { throw Self.nonBucketURLError(shown) }
      return .firebase(try Self.checked(url.authority, shown: shown))
    case "http":
      guard url.query == nil, !url.path.contains("/") else { throw Self.nonBucketURLError(shown) }
      guard !url.path.isEmpty else {
        throw ServiceLocationError(
          message: "the emulator's URL \"\(shown)\" contains no bucket; end it with /NAME"
        )
      }
      let resource = try Self.checked(url.path, shown: shown)
      return .emulator(origin: url.origin, resource: resource)
    default: return nil
    }
  }

  private static func checked(
    _ name: String,
    shown: String
  ) throws(ServiceLocationError) -> String {
    guard let problem = ServiceName.violation(in: name) else { return name }
    throw ServiceLocationError(
      message: "the bucket's name in the URL \"\(shown)\" \(problem); \(NameRule.expectation)"
    )
  }

  private static func nonBucketURLError(_ shown: String) -> ServiceLocationError {
    ServiceLocationError(
      message: "the URL \"\(shown)\" contains more than the bucket's name; remove everything after "
        + "the name"
    )
  }

  func spelling(of resource: String, at origin: String?) -> String {
    "\(origin ?? "gs:/")/\(resource)"
  }

  /// Returns true for the last component of an object's name.
  func isIdentifier(keyAt index: Int, of count: Int) -> Bool { index == count - 1 }

  func setupLocations(for app: SetupApp) -> SetupLocations {
    let targets = app.targets(of: self)
    guard targets.isEmpty else {
      return SetupLocations(app.adding(kind, to: targets.mapValues { "gs://\($0)" }))
    }
    let inCode = app.urlsInCode(of: kind)
    let stated = app.apps.lazy.compactMap(\.bucket).first.map { "gs://\($0)" } ?? inCode[""]
    guard stated != nil || inCode.isEmpty else {
      return SetupLocations(app.adding(kind, to: [:]))
    }
    return SetupLocations(
      app.adding(kind, to: [defaultServiceName: stated ?? "gs://\(app.project).appspot.com"]),
      guess: stated == nil ? "the name of the bucket" : nil
    )
  }

  func url(inCode text: String) -> String? {
    guard text.hasPrefix("gs://") else { return nil }
    return text.wholeMatch(of: /(gs:\/\/[a-z0-9][a-z0-9._\-]+[a-z0-9])\/?/).map { String($0.1) }
  }

  func fixtureReader(for profile: EnvironmentProfile, in source: FixtureSource) -> any FixtureReader
  {
    BucketFixtureReader(
      source: source,
      services: FixtureServices(self, of: profile),
      state: profile.sharedStateAddress
    )
  }
}
