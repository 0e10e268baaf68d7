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
  /// The services, by kind in the order of a profile's keys.
  public internal(set) var services: [ServiceProfile]
  /// The path of a credentials file, or the credentials themselves.
  public let credentials: Secret?
  /// Where what Tane wrote last is kept; nil where the profile does not say: on this machine, and of emulators
  /// nothing.
  public internal(set) var state: StatePlace?
  /// How much one run may do.
  public let limits: RunLimits
  /// What is kept of runs, so that they can be taken back.
  public let undo: UndoSettings
  /// Where the environment remembers which profile owns it.
  public let marker: MarkerSetting
  /// How much of a node fixtures own, where it is not the whole node.
  public let own: [Address: Ownership]
  /// The nodes and objects whose differences do not count.
  public let ignore: [AddressPattern]
  /// What stands for personal data that are pulled.
  package let masks: [MaskRule]
  /// The variable of the process that holds the key of masks; nil for the usual one.
  public let maskKey: String?
  /// The originals of masked fields that may stand anywhere in what is pulled.
  package let maskExceptions: [String]
  /// The app's own settings, in the order of their keys; those with errors have no content.
  public let values: [ProfileValue]
  /// The build configurations that may hold the environment, such as `debug`; nil for all.
  public let allowIn: [String]?
  /// Every setting with its value and where that was written, in the order of the profile's keys.
  public let settings: [ResolvedSetting]
  /// The services that variables of the process send to emulators; none where that was not asked for.
  public internal(set) var redirections: [EmulatorRedirection] = []

  /// Where a setting was written, or nil for what holds when nothing is said.
  public func origin(of keyPath: String) -> SourcePosition? {
    settings.first { $0.keyPath == keyPath }?.origin
  }
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
  /// The most values that a run may remove; nil for any number.
  public let deletes: Int?
  /// The most values and objects that a run may write or remove; nil for any number.
  public let writes: Int?
  /// The most bytes that a run may write in all, objects included; nil for any number.
  public let bytes: Int?
  /// The most documents that a run may write or remove; nil for any number.
  public let documents: Int?
  /// The most bytes that a run may send in a minute; nil for any number.
  public let bytesPerMinute: Int?
  /// The most batches of a run that are under way at a time; nil for the usual number.
  public let connections: Int?
  /// How long a service may keep a run waiting without progress; nil for the usual time.
  public let timeout: Duration?

  /// Creates limits.
  public init(
    deletes: Int? = nil,
    writes: Int? = nil,
    bytes: Int? = nil,
    documents: Int? = nil,
    bytesPerMinute: Int? = nil,
    connections: Int? = nil,
    timeout: Duration? = nil
  ) {
    self.deletes = deletes
    self.writes = writes
    self.bytes = bytes
    self.documents = documents
    self.bytesPerMinute = bytesPerMinute
    self.connections = connections
    self.timeout = timeout
  }
}

/// What is kept of the runs of an environment, so that they can be taken back.
public struct UndoSettings: Sendable, Hashable {
  /// The most bytes of replaced objects that are kept, those of all runs together.
  public var objects = 256_000_000
  /// The number of runs that are kept.
  public var runs = 50

  /// Creates the usual settings.
  public init() {}
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
