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
  /// Loads the profiles of a folder, usually at the start of an app or a test.
  ///
  /// ```swift
  /// try EnvironmentProfiles.load(from: "environments").activate("staging")
  /// ```
  ///
  /// - Parameters:
  ///   - directory: The folder of the profiles, usually `environments`; its parent is the project.
  ///   - variables: The variables for `${NAME}` in profiles and for `TANE_ENV`, or nil for the
  ///     environment variables of the process.
  /// - Returns: The profiles, with the problems of unusable profiles.
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

  /// Opens the stores of an environment and connects the managers' references to it.
  ///
  /// The environment is selected at run time, never at compile time: by `name`, or else by the
  /// launch argument `-TaneEnvironment NAME`, the variable `TANE_ENV` or the key `TaneEnvironment`
  /// in Info.plist, in this order, or else `local`. Firebase services are redirected to an emulator
  /// if one of the usual variables is set, such as `FIRESTORE_EMULATOR_HOST`.
  ///
  /// The profile's guard applies to code as well: an environment with the guard `confirm` is opened
  /// for reading only unless the call requests writing, and a `protected` environment is always
  /// opened for reading only. A test that runs with the wrong `TANE_ENV` therefore cannot write to
  /// production. The guard does not apply if emulators on this machine provide all services that
  /// are not embedded.
  ///
  /// ```swift
  /// try EnvironmentProfiles.load(from: "environments").activate("staging", access: .writing)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The environment's name, or nil for the environment selected at launch.
  ///   - access: The access to the stores, or nil to allow writing only if the guard permits it.
  ///   - managers: The managers to connect instead of the shared managers.
  /// - Returns: The services, for tools that bypass the managers. They are accessed with the
  ///   environment's credentials instead of the signed-in user's.
  /// - Throws: An `EnvironmentError` if there is no such environment or its profile has errors, or
  ///   a `StoreError` if a store cannot be opened.
  @discardableResult
  public func activate(
    _ name: String? = nil,
    access: EnvironmentConnector.Access? = nil,
    managers: [any EnvironmentManager] = []
  ) throws -> OpenedEnvironment {
    let profile = try name.map { try self.profile(named: $0) } ?? chosenProfile()
    let connector = EnvironmentConnector(project: project)
    let readOnlyError = StoreError.readOnly(profile, for: access)
    let stores = try connector.open(profile, for: readOnlyError == nil ? .writing : .reading)
    let asUser = OpenedEnvironment(try connector.asUser(stores, of: profile), unless: readOnlyError)
    let services = AppServices(profile, connector, unless: readOnlyError)
    let accounts = AccountProvider().manager(among: managers)
    let managed = ManagedEnvironment(
      services: asUser,
      profile: profile,
      profiles: self,
      opener: services.opener(ofAppsIn: accounts)
    )
    for case let provider as any ManagedServiceProvider in ServiceProviders.all {
      provider.connect(among: managers, to: managed)
    }
    services.use(accounts.auth)
    connector.authenticate(profile, as: accounts.auth)
    return OpenedEnvironment(stores, unless: readOnlyError)
  }
}

extension OpenedEnvironment {
  /// Creates an environment that rejects writes with the given error, or accepts writes if it is
  /// nil.
  init(_ stores: EnvironmentStores, unless readOnlyError: StoreError?) {
    if let readOnlyError {
      self.init(stores.readers, refusingWrites: readOnlyError)
    } else {
      self.init(stores)
    }
  }
}

extension StoreError {
  /// Returns the error for writes to an activated environment, or nil if writing is allowed.
  fileprivate static func readOnly(
    _ profile: EnvironmentProfile,
    for access: EnvironmentConnector.Access?
  ) -> StoreError? {
    if access != .reading, profile.isEmulatedOnThisMachine { return nil }
    let opened = "it was opened for reading only"
    let level = profile.guardLevel
    let message: String
    switch (access, level) {
    case (.reading?, _): message = opened
    case (_, .protected):
      message =
        "\(opened), because its guard is \"protected\": only an approved plan can write to it"
    case (nil, .confirm):
      message =
        "\(opened), because its guard is \"\(level.rawValue)\"; to write to it, call"
        + " activate(\"\(profile.name)\", access: .writing)"
    case (.writing?, .confirm), (_, .open): return nil
    }
    return StoreError(.readOnly, service: profile.name, message)
  }
}
