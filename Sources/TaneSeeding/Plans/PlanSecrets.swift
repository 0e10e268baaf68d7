import Crypto
import SystemPackage
package import TaneCore
package import TaneProject

// Plans and journals contain no secrets: when a plan is applied, its secrets are read from the
// fixtures again.
extension Plan {
  /// The addresses of the secrets that the plan writes.
  package var secrets: [Address] { steps.flatMap(\.secrets) }
}

extension Fixtures {
  /// Returns the SHA-256 digests of the files that contain secrets, by path in the project.
  ///
  /// A secret that fixtures read from a variable has no digest.
  package func digests(ofFilesHolding secrets: [Address], in project: Project) -> [String: String] {
    var digests: [String: String] = [:]
    for file in Set(secrets.flatMap(files(holding:))) {
      guard let bytes = try? project.files.bytes(of: project.root.pushing(FilePath(file)))
      else { continue }
      digests[file] = TreeDigest.hexadecimal(SHA256.hash(data: bytes))
    }
    return digests
  }

  /// Returns the secrets whose files do not match the digests.
  package func secrets(
    among secrets: [Address],
    changedSince digests: [String: String],
    in project: Project
  ) -> [Address] {
    let now = self.digests(ofFilesHolding: secrets, in: project)
    return secrets.filter { secret in
      files(holding: secret).contains { now[$0] != digests[$0] }
    }
  }

  private func files(holding secret: Address) -> [String] {
    guard let resource = resources.first(where: { $0.address.contains(secret) }) else { return [] }
    let place = resource.address.path.relative(secret.path).flatMap { resource.content[$0] }
    return [resource.position, place?.position].compactMap { $0?.file }
  }
}
