import Foundation
import HTTPTypes
import SystemPackage
import TaneCore
import TaneEmbedded
import TaneKit
import TaneProject

/// A provider that emulates Firebase Authentication.
struct AccountEmulation: EmulatorProvider {
  /// The maximum number of accounts per call.
  private static let maximumAccountsPerCall = 1000

  let kind = ServiceKind.accounts
  let exportFolder: String? = "auth_export"

  func addStores(of source: EmulatorSource, to stores: inout EnvironmentStores) {
    for service in source.profile.services(of: kind) {
      let name = Self.storeName(of: service.project ?? source.project, in: source)
      stores.add(source.embedded.accounts(name), named: service.name, as: .accounts)
    }
  }

  func service(of source: EmulatorSource) -> EmulatedService? {
    let report = source.report
    let service = AccountsService(
      project: source.project,
      now: source.now,
      report: { report("auth: \($0)") },
      makeStore: { source.embedded.accounts(Self.storeName(of: $0, in: source)) }
    )
    return EmulatedService(service: service, project: source.project)
  }

  func names(in source: EmulatorSource) -> [String] { [source.project] }

  /// Returns the store name for a project's accounts: the profile's store if the project is the
  /// profile's own, otherwise the project's name.
  private static func storeName(of project: String, in source: EmulatorSource) -> String {
    (source.isOwnProject(project) ? source.storeName(of: .accounts) : nil) ?? project
  }

  func export(_ service: EmulatedService, to folder: URL) async throws {
    try Self.makeFolder(folder)
    let target = "\(service.accountsPath):batchGet?maxResults=-1"
    let accounts = try await service.bytes(.get, target)
    // Only the owner can read the file, because the emulator's password hashes contain the
    // passwords.
    let file = FilePath(folder.appending(path: "accounts.json").path)
    let descriptor = try FileDescriptor.open(
      file,
      .writeOnly,
      options: [.create, .exclusiveCreate],
      permissions: .ownerReadWrite
    )
    try descriptor.closeAfter { _ = try descriptor.writeAll(accounts) }
    let settings = try await service.tree(.get, service.accountSettingsPath)
    try EmulatorExport.save(.tree(settings), to: folder.appending(path: "config.json"))
  }

  func importedPart(in folder: FilePath, of files: ExportFiles) throws -> (any ImportedPart)? {
    Part(folder: folder, files: files)
  }

  /// Stores accounts, replacing accounts with the same IDs, and returns the indices of the rejected
  /// accounts with the reasons.
  static func upload(
    _ users: [Tree],
    to service: EmulatedService,
    afterEachCall: () -> Void = {}
  ) async throws -> [(index: Int, reason: String)] {
    var refused: [(index: Int, reason: String)] = []
    for start in stride(from: 0, to: users.count, by: maximumAccountsPerCall) {
      let batch = users[start..<min(start + maximumAccountsPerCall, users.count)]
      let answer = try await service.tree(
        .post,
        "\(service.accountsPath):batchCreate",
        body: ["users": .list(batch.map { .tree($0) }), "allowOverwrite": true]
      )
      afterEachCall()
      for error in answer["error"]?.children ?? Tree.null.children {
        let index = start + Int(error["index"]?.integer ?? 0)
        refused.append((index, error["message"]?.string ?? "it was rejected"))
      }
    }
    return refused
  }

  private struct Part: ImportedPart {
    let folder: FilePath
    let files: ExportFiles

    /// Imports the settings and the accounts, replacing accounts with the same IDs.
    ///
    /// Rejected accounts do not prevent the others from being stored.
    func apply(
      to service: EmulatedService,
      withBytes: Bool,
      _ outcome: inout EmulatorImport.Outcome
    ) async throws {
      try await putSettings(to: service, &outcome.warnings)
      let file = folder.appending("accounts.json")
      let users = try files.list("users", in: file)
      let refused = try await files.withFailureContext(file) {
        try await upload(users, to: service) { outcome.hasWritten = true }
      }
      for (index, reason) in refused {
        let name = Self.name(of: users[index]).map { " (\($0))" } ?? ""
        outcome.warnings.append(
          "\(files.folder.pushing(file)): users/\(index)\(name): \(reason); the account is skipped"
        )
      }
      outcome.importedItems.append(counted(users.count - refused.count, "account"))
    }

    private static func name(of user: Tree) -> String? {
      let name = user["email"]?.string ?? user["phoneNumber"]?.string ?? user["localId"]?.string
      return name?.escapingControls
    }

    private func putSettings(
      to service: EmulatedService,
      _ warnings: inout [String]
    ) async throws {
      let file = folder.appending("config.json")
      guard try files.contains(file) else { return }
      let settings = try files.tree(of: file)
      do {
        _ = try await service.tree(.patch, service.accountSettingsPath, body: .tree(settings))
      } catch let failure as OperationFailure {
        warnings.append("\(files.folder.pushing(file)): \(failure.message); the file is skipped")
      }
    }
  }
}

extension EmulatedService {
  /// The path of the account settings.
  fileprivate var accountSettingsPath: String { "/emulator/v1/projects/\(project)/config" }
  fileprivate var accountsPath: String {
    "/identitytoolkit.googleapis.com/v1/projects/\(project)/accounts"
  }
}
