import SystemPackage
import TaneCore
import TaneEmbedded
import TaneProject
import TaneServices

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A probe of an embedded store, which does not create the store's file.
struct EmbeddedProbe: ProbeableService {
  let connector: EnvironmentConnector
  let profile: EnvironmentProfile
  let read: @Sendable (EmbeddedEnvironment) async throws -> Void

  func probe() async throws -> ServiceProbeResult {
    let start = ContinuousClock.now
    do {
      let embedded = try connector.embeddedEnvironment(of: profile, for: .reading)
      if let embedded { try await read(embedded) }
    } catch let error as StoreError {
      let reason = "it cannot be read"
      return ServiceProbeResult(
        reachable: .yes,
        readable: .no(error.message),
        writable: .notChecked(reason)
      )
    }
    return ServiceProbeResult(
      reachable: .yes,
      readable: .yes,
      writable: writable,
      roundTrip: start.duration(to: .now)
    )
  }

  /// The result for write access to the file, or to the nearest existing folder above it.
  private var writable: ServiceProbeResult.Answer {
    var path = connector.embeddedFile(of: profile)
    while !FileManager.default.fileExists(atPath: path.string), path.removeLastComponent() {}
    return FileManager.default.isWritableFile(atPath: path.string)
      ? .yes : .no("\(path) cannot be written; check its permissions and its owner")
  }
}
