import SystemPackage
public import TaneCore
public import TaneFirebase
public import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EnvironmentProfiles {
  /// Loads the profiles of a folder, as an app or a test does where it starts.
  ///
  /// ```swift
  /// try EnvironmentProfiles.load(from: "environments").activate("staging")
  /// ```
  ///
  /// - Parameters:
  ///   - directory: The folder of the profiles, usually `environments`; its parent is the project.
  ///   - variables: What `${NAME}` in profiles stands for, and `TANE_ENV`; nil for the
  ///     process's own environment variables.
  /// - Returns: The profiles, and the problems of those that cannot be used.
  public static func load(
    from directory: String,
    variables: [String: String]? = nil
  ) -> EnvironmentProfiles {
    let current = FilePath(FileManager.default.currentDirectoryPath)
    let folder = current.pushing(FilePath(directory)).lexicallyNormalized()
    let project = Project(root: folder.removingLastComponent())
    return load(
      from: project,
      variables: variables ?? ProcessInfo.processInfo.environment
    )
  }

  /// Opens the stores of an environment and makes the managers' references belong to it.
  ///
  /// The environment is the one named, else that of `TANE_ENV`, else `local`: it is chosen when the
  /// program runs, never when it is compiled. Firebase's services are those of an emulator where one of the
  /// usual variables says so, such as `FIRESTORE_EMULATOR_HOST`.
  ///
  /// The profile's guard holds for code as well: an environment whose guard is `confirm` is opened for reading only
  /// unless the call asks for writing, and one whose guard is `protected` always. So no test that runs with a
  /// mistaken `TANE_ENV` writes to production.
  ///
  /// ```swift
  /// try EnvironmentProfiles.load(from: "environments").activate("staging", access: .writing)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The environment's name; nil for that of `TANE_ENV`, else `local`.
  ///   - access: What the stores are opened for; nil for writing where the guard is `open`, else for reading.
  ///   - managers: The managers to connect in place of the shared ones.
  /// - Returns: The services, for tools that work below the managers, as the environment's account whoever is signed
  ///   in: to read from, and to write to where the environment was opened for writing.
  /// - Throws: An `EnvironmentError` where there is no such environment or its profile has errors, a
  ///   `StoreError` where a store cannot be opened.
  @discardableResult
  public func activate(
    _ name: String? = nil,
    access: EnvironmentConnector.Access? = nil,
    managers: [any EnvironmentManager] = []
  ) throws -> OpenedEnvironment {
    let profile = try profile(named: name ?? defaultName)
    let connector = EnvironmentConnector(project: project)
    let refusal = StoreError.readOnly(profile, for: access)
    let stores = try connector.open(profile, for: refusal == nil ? .writing : .reading)
    let ofUser = OpenedEnvironment(try connector.ofUser(stores, of: profile), unless: refusal)
    let emulators = AppEmulators(profile, connector, unless: refusal)
    let managed = ManagedEnvironment(
      services: ofUser,
      profile: profile,
      profiles: self,
      emulators: { try emulators.open($0, $1, $2, $3) }
    )
    for case let provider as any ManagedServiceProvider in ServiceProviders.all {
      provider.connect(among: managers, to: managed)
    }
    let auth = AccountProvider().manager(among: managers).auth
    emulators.use(auth)
    connector.ask(profile, as: auth)
    return OpenedEnvironment(stores, unless: refusal)
  }
}

extension OpenedEnvironment {
  /// An environment that is written to unless that is refused.
  init(_ stores: EnvironmentStores, unless refusal: StoreError?) {
    if let refusal {
      self.init(stores.readers, refusingWrites: refusal)
    } else {
      self.init(stores)
    }
  }
}

extension StoreError {
  /// The error of a write to an activated environment; nil if it may be written.
  fileprivate static func readOnly(
    _ profile: EnvironmentProfile,
    for access: EnvironmentConnector.Access?
  ) -> StoreError? {
    let opened = "it was opened for reading only"
    let level = profile.guardLevel
    let message: String
    switch (access, level) {
    case (.reading?, _): message = opened
    case (_, .protected):
      message = "\(opened), because its guard is protected: only an approved plan writes to it"
    case (nil, .confirm):
      message =
        "\(opened), because its guard is \(level.rawValue); to write to it, pass the access:"
        + " activate(\"\(profile.name)\", access: .writing)"
    case (.writing?, .confirm), (_, .open): return nil
    }
    return StoreError(.readOnly, service: profile.name, message)
  }
}
