public import Configuration
public import Foundation
import Synchronization
public import TaneCore
public import TaneProject

/// A swift-configuration provider for the `values` of an environment.
///
/// The key of a value is its path, such as `api.baseURL`; the key of a map entry is the map's key
/// followed by the entry's own key. Durations are in seconds, and sizes in bytes. Secrets are
/// marked as secret, so that swift-configuration redacts them. Lists of lists and of maps are
/// omitted, because swift-configuration does not support them.
///
/// ```swift
/// let provider = try ProfileConfigProvider(environment: "staging", in: Project(root: "."))
/// let config = ConfigReader(provider: provider)
/// let timeout = config.double(forKey: "api.timeout", default: 30)
/// ```
///
/// Call `reload()` to apply edits to the profile and to notify readers and watchers.
public struct ProfileConfigProvider: ConfigProvider {
  private let environment: String
  private let project: Project
  private let variables: [String: String]
  private let values: MutableInMemoryProvider
  private let keys: KeySet

  /// The keys that currently have a value; the lock serializes reloads.
  private final class KeySet: Sendable {
    let keys = Mutex<Set<AbsoluteConfigKey>>([])
  }

  /// Creates a provider with the values of an environment.
  ///
  /// - Parameters:
  ///   - environment: The environment's name.
  ///   - project: The project with the folder `environments/`.
  ///   - variables: The environment variables, which replace `${NAME}` in the profile and supply
  ///     values that are resolved at run time.
  /// - Throws: `EnvironmentError` if the environment does not exist or its profile has errors, and
  ///   `ProfileValuesError` if a value has errors.
  public init(
    environment: String,
    in project: Project,
    variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    self.environment = environment
    self.project = project
    self.variables = variables
    values = MutableInMemoryProvider(name: environment, initialValues: [:])
    keys = KeySet()
    try reload()
  }

  /// Reloads the profile, and notifies readers and watchers of changes.
  ///
  /// - Throws: The same errors as the initializer; the values are then unchanged.
  public func reload() throws {
    try keys.keys.withLock { keys in
      let read = try readValues()
      for key in keys where read[key] == nil { values.setValue(nil, forKey: key) }
      for (key, value) in read { values.setValue(value, forKey: key) }
      keys = Set(read.keys)
    }
  }

  private func readValues() throws -> [AbsoluteConfigKey: ConfigValue] {
    let profiles = EnvironmentProfiles.load(from: project, variables: variables)
    let profile = try profiles.profile(named: environment, redirects: false)
    let findings = profiles.valueDiagnostics(of: environment)
    guard !findings.containsError else { throw ProfileValuesError(findings: findings) }
    var read: [AbsoluteConfigKey: ConfigValue] = [:]
    for value in profile.values {
      for (path, content) in try content(of: value)?.entries(at: value.path) ?? [] {
        read[AbsoluteConfigKey(path)] = ConfigValue(content, isSecret: value.isSecret)
      }
    }
    return read
  }

  /// Returns the content of a value's environment variable, or the content in the profile if the
  /// variable is unset or empty.
  ///
  /// - Throws: A `ProfileValuesError` if the variable's content is not valid.
  private func content(of value: ProfileValue) throws -> ValueContent? {
    guard let variable = value.variable, let text = variables[variable], !text.isEmpty else {
      return value.content
    }
    guard let content = value.type.content(parsing: text) else {
      // A variable's content may be a secret, so it is not shown.
      let finding = Diagnostic.error(
        .invalidValue,
        "the environment variable \(variable) is not a valid value of \"values.\(value.keyPath)\"; expected one"
          + " that environments/values.schema.yaml allows",
        at: value.position
      )
      throw ProfileValuesError(findings: [finding])
    }
    return content
  }
}

// The requirements of `ConfigProvider`, forwarded to the in-memory provider `values`.
extension ProfileConfigProvider {
  /// The provider's name in swift-configuration's logs.
  public var providerName: String { "ProfileConfigProvider[\(environment)]" }

  /// Returns the current value of a key.
  public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
    try values.value(forKey: key, type: type)
  }

  /// Returns the current value of a key.
  public func fetchValue(
    forKey key: AbsoluteConfigKey,
    type: ConfigType
  ) async throws -> LookupResult {
    try values.value(forKey: key, type: type)
  }

  /// Calls a closure with a sequence that contains the current value of a key and all later values.
  public func watchValue<Return: ~Copyable>(
    forKey key: AbsoluteConfigKey,
    type: ConfigType,
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
    ) async throws -> Return
  ) async throws -> Return {
    try await values.watchValue(forKey: key, type: type, updatesHandler: updatesHandler)
  }

  /// Returns a snapshot of all current values.
  public func snapshot() -> any ConfigSnapshot { values.snapshot() }

  /// Calls a closure with a sequence of snapshots of all values: one of the current values, and one
  /// after each change.
  public func watchSnapshot<Return: ~Copyable>(
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
    ) async throws -> Return
  ) async throws -> Return {
    try await values.watchSnapshot(updatesHandler: updatesHandler)
  }
}

/// An error thrown when a profile contains invalid values.
public struct ProfileValuesError: Error, CustomStringConvertible {
  /// The findings about the values, with their positions.
  public let findings: [Diagnostic]

  /// The findings, one on each line.
  public var description: String { findings.map(\.description).joined(separator: "\n") }
}
