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
  /// The confirmation required before writing.
  public let guardLevel: GuardLevel
  /// The fixture sets, later over earlier; `base` unless the profile says otherwise.
  public let fixtures: [String]
  /// The services, by kind in the order of a profile's keys.
  public internal(set) var services: [ServiceProfile]
  /// The path of a credentials file, or the credentials themselves.
  public let credentials: Secret?
  /// The location of the recorded state; nil for the default: this machine, and no recorded state
  /// for emulators.
  public internal(set) var state: StatePlace?
  /// The limits for one run.
  public let limits: RunLimits
  /// The settings for the history that undo requires.
  public let undo: UndoSettings
  /// The location of the marker that records which profile owns the environment.
  public let marker: MarkerSetting
  /// The nodes that fixtures own only in part, with their ownership.
  public let own: [Address: Ownership]
  /// The nodes and objects whose differences do not count.
  public let ignore: [AddressPattern]
  /// The rules for masking personal data in pulled values.
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

  /// Returns the position of a setting, or nil for a default.
  public func origin(of keyPath: String) -> SourcePosition? {
    settings.first { $0.keyPath == keyPath }?.origin
  }
}

/// The confirmation required before writing to an environment.
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

/// Limits for one run.
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
  /// The maximum time that a service may keep a run waiting without progress; nil for the default.
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

/// Settings for the history of an environment's runs, which undo requires.
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
  /// The position of the value, or nil for a default.
  public let origin: SourcePosition?
  /// A Boolean value indicating whether the value is a secret.
  public let isSecret: Bool
}
