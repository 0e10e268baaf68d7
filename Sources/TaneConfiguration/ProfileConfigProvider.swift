public import Configuration
public import Foundation
import Synchronization
public import TaneCore
public import TaneProject

/// The values of an environment for swift-configuration: what `values` in its profile says.
///
/// The value `api.baseURL` has the key `api.baseURL`, and an element of a map with the type `map` the key of the map and its
/// own. Times are in seconds, amounts in bytes. Secrets are marked as such, so that swift-configuration does not show them.
/// Lists of lists and of maps have no type there and are left out.
///
/// ```swift
/// let provider = try ProfileConfigProvider(environment: "staging", in: Project(root: "."))
/// let config = ConfigReader(provider: provider)
/// let timeout = config.double(forKey: "api.timeout", default: 30)
/// ```
///
/// Readers and watchers see edits of the profile after `reload()`.
public struct ProfileConfigProvider: ConfigProvider {
  private let environment: String
  private let project: Project
  private let variables: [String: String]
  private let values: MutableInMemoryProvider
  private let keys: KeyList

  /// The keys that have a value now; two reloads at once wait for each other.
  private final class KeyList: Sendable {
    let keys = Mutex<Set<AbsoluteConfigKey>>([])
  }

  /// Reads the values of an environment.
  ///
  /// - Parameters:
  ///   - environment: The environment's name.
  ///   - project: The project with the folder `environments/`.
  ///   - variables: What `${NAME}` stands for, also of values that an app reads when it runs.
  /// - Throws: `EnvironmentError` where there is no such environment or its profile has errors, and
  ///   `ProfileValuesError` where a value has some.
  public init(
    environment: String,
    in project: Project,
    variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    self.environment = environment
    self.project = project
    self.variables = variables
    values = MutableInMemoryProvider(name: environment, initialValues: [:])
    keys = KeyList()
    try reload()
  }

  /// Reads the profile anew, and hands what has changed to readers and watchers.
  ///
  /// - Throws: What the initializer throws; the values then stay what they were.
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

  /// The value; one of the time when the app runs is that of its variable now.
  ///
  /// - Throws: A `ProfileValuesError` where the variable says something that the value may not be.
  private func content(of value: ProfileValue) throws -> ValueContent? {
    guard let variable = value.variable, let text = variables[variable], !text.isEmpty else {
      return value.content
    }
    guard let content = value.type.content(parsing: text) else {
      // What a variable holds may be a secret, and is not shown.
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

// What swift-configuration asks of a provider, from the values in memory.
extension ProfileConfigProvider {
  /// The name in the logs of swift-configuration.
  public var providerName: String { "ProfileConfigProvider[\(environment)]" }

  /// The value of a key.
  public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
    try values.value(forKey: key, type: type)
  }

  /// The value of a key.
  public func fetchValue(
    forKey key: AbsoluteConfigKey,
    type: ConfigType
  ) async throws -> LookupResult {
    try values.value(forKey: key, type: type)
  }

  /// The value of a key, and each one after it.
  public func watchValue<Return: ~Copyable>(
    forKey key: AbsoluteConfigKey,
    type: ConfigType,
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
    ) async throws -> Return
  ) async throws -> Return {
    try await values.watchValue(forKey: key, type: type, updatesHandler: updatesHandler)
  }

  /// All values as they are now.
  public func snapshot() -> any ConfigSnapshot { values.snapshot() }

  /// All values as they are now, and after each change.
  public func watchSnapshot<Return: ~Copyable>(
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
    ) async throws -> Return
  ) async throws -> Return {
    try await values.watchSnapshot(updatesHandler: updatesHandler)
  }
}

/// Values of a profile that have errors.
public struct ProfileValuesError: Error, CustomStringConvertible {
  /// What is wrong, at its line.
  public let findings: [Diagnostic]

  /// The findings, a line each.
  public var description: String { findings.map(\.description).joined(separator: "\n") }
}
