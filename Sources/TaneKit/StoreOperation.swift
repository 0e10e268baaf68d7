import Foundation
package import SystemPackage
package import TaneCore
import TaneEmbedded
package import TaneProject
import TaneRuntime
import TaneSeeding

/// An operation that checks the file of an environment's embedded stores and removes damaged data.
package struct StoreOperation {
  /// A row that contains invalid data.
  package struct Damage: Sendable {
    package let service: ServiceProfile
    /// The address of the resource, or nil if the damaged row does not contain it.
    package let address: Address?
    package let problem: String
  }

  /// The result of a check.
  package struct Report: Sendable {
    /// The embedded services, each with its number of rows and the noun for a row, such as
    /// `document`.
    package let services: [(service: ServiceProfile, count: Int, noun: String)]
    package let damage: [Damage]
    /// Problems with the file itself, which can only be solved by replacing the file.
    package let fileProblems: [String]

    /// A Boolean value indicating whether the file and all of its rows are valid.
    package var isClean: Bool { damage.isEmpty && fileProblems.isEmpty }
    /// The addresses to seed again, or an empty array for everything.
    package var addresses: [Address] {
      fileProblems.isEmpty ? damage.compactMap(\.address) : []
    }
  }

  private let environment: ProjectEnvironment
  private let access: WriteAccess

  /// Creates an operation on the environment's file.
  ///
  /// - Throws: An `OperationFailure` if the environment has no embedded service.
  package init(
    _ environment: ProjectEnvironment,
    isConfirmed: Bool,
    _ interaction: any PresentingInteraction
  ) throws {
    self.environment = environment
    access = WriteAccess(
      to: environment,
      for: .repair,
      isConfirmed: isConfirmed,
      interaction
    )
    guard environment.profile.hasEmbeddedService else {
      throw OperationFailure(
        .usage,
        "\(environment.profile.name) has no embedded service, so there is no store on this machine "
          + "to check"
      )
    }
  }

  /// The file that contains the stores.
  package var file: FilePath { environment.connector.embeddedFile(of: environment.profile) }

  /// Reads all rows, and compares the bytes of objects with their checksums.
  package func check() async throws -> Report {
    guard FileManager.default.fileExists(atPath: file.string) else { return report(StoreCheck()) }
    do {
      return report(try await EmbeddedEnvironment(path: file, access: .readOnly).check())
    } catch let error as StoreError where error.code == .unreadable {
      var check = StoreCheck()
      check.fileProblems = [error.message]
      return report(check)
    }
  }

  /// Copies the file, and then removes the damaged rows, or the file as a whole if the file itself
  /// is damaged.
  ///
  /// - Returns: The path of the copy.
  /// - Throws: An `OperationFailure` if the guard prevents it, or an error from the file system or
  ///   the store.
  package func remove(_ report: Report) async throws -> FilePath {
    try access.checkGuard()
    try access.ask()
    let lock = try await access.lock()
    defer { lock.release() }
    let copy = try copyFile()
    if report.fileProblems.isEmpty {
      _ = try await EmbeddedEnvironment(path: file, access: .readWrite).removeDamage()
    } else {
      for suffix in Self.suffixes {
        let path = file.string + suffix
        guard FileManager.default.fileExists(atPath: path) else { continue }
        try FileManager.default.removeItem(atPath: path)
      }
    }
    return copy
  }

  /// The suffixes of the file and of the files that SQLite stores next to it.
  private static let suffixes = ["", "-wal", "-shm", "-journal"]

  private func copyFile() throws -> FilePath {
    var number = 1
    var copy = file
    repeat {
      copy = FilePath("\(file.string).damaged-\(number)")
      number += 1
    } while FileManager.default.fileExists(atPath: copy.string)
    for suffix in Self.suffixes {
      let path = file.string + suffix
      guard FileManager.default.fileExists(atPath: path) else { continue }
      try FileManager.default.copyItem(atPath: path, toPath: copy.string + suffix)
    }
    return copy
  }

  private func report(_ check: StoreCheck) -> Report {
    let services = environment.profile.services.filter(\.location.isEmbedded)
    let damage = check.damage.compactMap { damage -> Damage? in
      guard
        let service = services.first(where: {
          $0.kind.id == damage.owner.kind
            && $0.location == .embedded(name: damage.owner.name)
        })
      else { return nil }
      let address = damage.path.map { Address(service: service.name, path: $0) }
      return Damage(service: service, address: address, problem: damage.problem)
    }
    return Report(
      services: services.map { service in
        let noun = service.kind.adapter?.rules(AdapterContext(environment.profile)).noun ?? "value"
        guard case .embedded(let name) = service.location else { return (service, 0, noun) }
        return (service, check.counts[StoreCheck.Owner(service.kind.id, name)] ?? 0, noun)
      },
      damage: damage,
      fileProblems: check.fileProblems
    )
  }
}
