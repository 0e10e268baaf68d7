import TaneCore
import TaneProject

/// A reader for the current Remote Config template.
struct StudioRemoteConfigReader: StudioReader {
  let kind = ServiceKind.remoteConfig
  let title = "Remote Config"

  func listing(
    of address: Address,
    after cursor: String?,
    in readers: EnvironmentReaders
  ) async throws -> StudioListing? {
    let config = try readers.reader(.remoteConfig, named: address.service)
    return try await config.current().template.tree[address.path]
      .map { StudioListing(of: $0, at: address) }
  }
}
