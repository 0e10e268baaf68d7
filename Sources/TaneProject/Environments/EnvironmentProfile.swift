public import TaneCore

/// One environment, as its profile and those it extends describe it.
public struct EnvironmentProfile: Sendable {
  /// The environment's name: the file's, without its extension.
  public let name: String
  /// The profile's file, relative to the project.
  public let file: String
  /// The profiles that this one extends, the nearest first.
  public let extends: [String]
  /// The Firebase project, if the profile names one.
  public let project: String?
  /// What has to be answered before something is written.
  public let guardLevel: GuardLevel
  /// The fixture sets, later over earlier; `base` unless the profile says otherwise.
  public let fixtures: [String]
  /// The Realtime Databases, by name.
  public internal(set) var databases: [DatabaseProfile]
  /// The storage buckets, by name.
  public internal(set) var buckets: [BucketProfile]
  /// The Firestore database, if there is one.
  public internal(set) var firestore: FirestoreProfile?
  /// The accounts of Firebase Authentication, if there are some.
  public internal(set) var accounts: AccountsProfile?
  /// The path of a credentials file, or the credentials themselves.
  public let credentials: Secret?
  /// How much one run may do.
  public let limits: RunLimits
  /// How much of a node fixtures own, where it is not the whole node.
  public let own: [Address: Ownership]
  /// The nodes and objects whose differences do not count.
  public let ignore: [AddressPattern]
  /// Every setting with its value and where that was written, in the order of the profile's keys.
  public let settings: [ResolvedSetting]
  /// The services that variables of the process send to emulators; none where that was not asked for.
  public internal(set) var redirections: [EmulatorRedirection] = []

  /// Whether the profile has no service of any kind, and so can only be extended.
  public var isAbstract: Bool {
    databases.isEmpty && buckets.isEmpty && firestore == nil && accounts == nil
  }

  /// Where a setting was written, or nil for what holds when nothing is said.
  public func origin(of keyPath: String) -> SourcePosition? {
    settings.first { $0.keyPath == keyPath }?.origin
  }
}

/// A Realtime Database of a profile.
public struct DatabaseProfile: Sendable, Hashable {
  /// The name that addresses use.
  public let name: String
  /// Where the database is.
  public internal(set) var url: ServiceURL
  /// Whether writes must not start Cloud Functions.
  public let disableTriggers: Bool
  /// Where the profile names the database.
  public let position: SourcePosition?
}

/// A storage bucket of a profile.
public struct BucketProfile: Sendable, Hashable {
  /// The name that addresses use.
  public let name: String
  /// Where the bucket is.
  public internal(set) var url: ServiceURL
  /// Where the profile names the bucket.
  public let position: SourcePosition?
}

/// The Firestore database of a profile.
public struct FirestoreProfile: Sendable, Hashable {
  /// Where the database is.
  public internal(set) var url: FirestoreURL
  /// Where the profile says so.
  public let position: SourcePosition?
}

/// The accounts of a profile.
public struct AccountsProfile: Sendable, Hashable {
  /// Where the accounts are.
  public internal(set) var url: AccountsURL
  /// The key that the project's apps send, with which users sign in; nil where the profile does not say.
  public let apiKey: Secret?
  /// Where the profile says where the accounts are.
  public let position: SourcePosition?
}

/// What has to be answered before something is written to an environment.
///
/// A profile that does not say is `open` where all its services are embedded, else `confirm`.
public enum GuardLevel: String, Sendable, Hashable, CaseIterable {
  /// Nothing.
  case open
  /// Yes or no.
  case confirm
  /// The environment's name, or an approved plan.
  case protected
}

/// How much one run may do.
public struct RunLimits: Sendable, Hashable {
  /// The most nodes that a run may delete; nil for any number.
  public let deletes: Int?
  /// The most bytes that a run may send in a minute; nil for any number.
  public let bytesPerMinute: Int?
  /// How long a service may keep a run waiting without progress; nil for the usual time.
  public let timeout: Duration?

  /// Creates limits.
  public init(deletes: Int? = nil, bytesPerMinute: Int? = nil, timeout: Duration? = nil) {
    self.deletes = deletes
    self.bytesPerMinute = bytesPerMinute
    self.timeout = timeout
  }
}

/// One setting of a profile after inheritance and variables, for showing.
public struct ResolvedSetting: Sendable, Hashable {
  /// The setting's place in the profile, joined by dots: `databases.shops.url`.
  public let keyPath: String
  /// The value as it may be shown; a secret is `<redacted>`.
  public let value: String
  /// Where the value was written, or nil for what holds when nothing is said.
  public let origin: SourcePosition?
  /// Whether the value is a secret.
  public let isSecret: Bool
}
