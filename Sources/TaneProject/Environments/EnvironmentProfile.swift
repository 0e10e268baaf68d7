package import TaneCore

/// An environment, as described by its profile and the profiles that it extends.
public struct EnvironmentProfile: Sendable {
  /// The name of the environment, which is the file's name without its extension.
  public let name: String
  /// The profile's file, relative to the project.
  package let file: String
  /// The names of the extended profiles, nearest first.
  package let extends: [String]
  /// The Firebase project, if the profile names one.
  public let project: String?
  /// The confirmation required before writing.
  public let guardLevel: GuardLevel
  /// The fixture sets, `base` by default; later sets override earlier ones.
  public let fixtures: [String]
  /// The services, grouped by kind in the order of a profile's keys.
  package internal(set) var services: [ServiceProfile]
  /// The names of services in all profiles of the project, for kinds with named services.
  let projectServices: [ServiceKind: Set<String>]
  /// The path of a credentials file, or the credentials themselves.
  package let credentials: Secret?
  /// The location of the recorded state, or nil for the default: this machine, or none for
  /// emulators.
  package internal(set) var state: StateLocation?
  /// The limits for one run.
  package let limits: RunLimits
  /// The settings for the history that undo requires.
  package let undo: UndoSettings
  /// The location of the marker that records which profile owns the environment.
  package let marker: MarkerSetting
  /// The ownership of nodes, by address, as specified by the profile.
  package let own: [Address: Ownership]
  /// The nodes and objects whose differences are ignored.
  package let ignore: [AddressPattern]
  /// The rules for masking personal data in pulled values.
  package let masks: [MaskRule]
  /// The environment variable that contains the key for masks, or nil for the default variable.
  package let maskKey: String?
  /// The original values of masked fields that are allowed to occur in pulled data.
  package let maskExceptions: [String]
  /// The app's own settings, ordered by key; invalid settings have no content.
  package let values: [ProfileValue]
  /// The build configurations that may include the environment, such as `debug`, or nil for all.
  package let allowIn: [String]?
  /// All settings with their values and positions, in the order of the profile's keys.
  package let settings: [ResolvedSetting]
  /// The services redirected to emulators by environment variables.
  package internal(set) var redirections: [EmulatorRedirection] = []

  /// Returns the position of a setting, or nil if the setting has its default value.
  package func origin(of keyPath: String) -> SourcePosition? {
    settings.first { $0.keyPath == keyPath }?.origin
  }

  /// Returns true if a build configuration may include the environment.
  package func isAllowed(in configuration: String) -> Bool {
    allowIn?.contains { $0.lowercased() == configuration.lowercased() } ?? true
  }
}

/// The confirmation required before writing to an environment.
///
/// The default is `open` if all services are embedded, otherwise `confirm`.
public enum GuardLevel: String, Sendable, Hashable, CaseIterable {
  /// Requires no confirmation.
  case open
  /// Requires a positive answer to a yes-or-no question.
  case confirm
  /// Requires the environment's name or an approved plan.
  case protected
}

/// Limits for one run.
package struct RunLimits: Sendable, Hashable {
  /// The maximum number of values that a run may remove, or nil for no limit.
  package let deletes: Int?
  /// The maximum number of values and objects that a run may write or remove, or nil for no limit.
  package let writes: Int?
  /// The maximum number of bytes that a run may write, including objects, or nil for no limit.
  package let bytes: Int?
  /// The maximum number of documents that a run may write or remove, or nil for no limit.
  package let documents: Int?
  /// The maximum number of bytes that a run may send per minute, or nil for no limit.
  package let bytesPerMinute: Int?
  /// The maximum number of concurrent batches, or nil for the default.
  package let connections: Int?
  /// The maximum time that a service may keep a run waiting without progress, or nil for the
  /// default.
  package let timeout: Duration?
  /// A Boolean value indicating whether the rate of new Firestore documents increases slowly
  /// (`DocumentRamp`).
  package let rampsUp: Bool

  package init(
    deletes: Int? = nil,
    writes: Int? = nil,
    bytes: Int? = nil,
    documents: Int? = nil,
    bytesPerMinute: Int? = nil,
    connections: Int? = nil,
    timeout: Duration? = nil,
    rampsUp: Bool = true
  ) {
    self.deletes = deletes
    self.writes = writes
    self.bytes = bytes
    self.documents = documents
    self.bytesPerMinute = bytesPerMinute
    self.connections = connections
    self.timeout = timeout
    self.rampsUp = rampsUp
  }
}

/// Settings for the history of an environment's runs, which undo requires.
package struct UndoSettings: Sendable, Hashable {
  /// The maximum total size of the replaced objects retained for all runs, in bytes.
  package var objects = 256_000_000
  /// The maximum number of runs to retain.
  package var runs = 50

  package init() {}
}

/// A setting of a profile with inheritance and variables resolved, for display.
package struct ResolvedSetting: Sendable, Hashable {
  /// The path of the setting in the profile, separated by dots, such as `databases.shops.url`.
  package let keyPath: String
  /// The value for display; a secret is `<redacted>`.
  package let value: String
  /// The position of the value, or nil for a default.
  package let origin: SourcePosition?
  package let isSecret: Bool
}
