import SystemPackage
import TaneCore
import TaneFormats

/// A check for credentials files that other users can read or that could be committed.
///
/// Its findings never show the content of a file.
struct CredentialCheck {
  let project: Project
  /// A closure that returns true if Git ignores a file, false if the file is in a repository that
  /// does not ignore it, and nil if unknown.
  let gitIgnores: @Sendable (FilePath) -> Bool?

  /// Finds exposed credentials of a profile.
  ///
  /// - Parameters:
  ///   - credentials: The credentials with variables replaced.
  ///   - setting: The credentials as written in the profile.
  /// - Returns: Warnings at the position of the credentials.
  func findings(about credentials: Secret, in setting: Tree) -> [Diagnostic] {
    let path = project.root.pushing(FilePath(credentials.revealed))
    guard let place = try? project.files.canonicalPath(of: path), containsSecret(place) else {
      return []
    }
    var findings: [Diagnostic] = []
    if (try? project.files.isReadableByOthers(place)) == true {
      findings.append(warning(of: setting, Self.readable))
    }
    let root = try? project.files.canonicalPath(of: project.root)
    switch gitIgnores(place) {
    case true?: break
    case false?: findings.append(warning(of: setting, Self.inRepository))
    case nil:
      if let root, place.isWithin(root) { findings.append(warning(of: setting, Self.inProject)) }
    }
    return findings
  }

  /// Returns true unless the file is a workload identity configuration without secrets, which only
  /// refers to a token and is meant to be committed.
  private func containsSecret(_ file: FilePath) -> Bool {
    guard let bytes = try? project.files.bytes(of: file),
      let json = JSONReader().read(bytes, named: "credentials").tree
    else { return true }
    return json["type"]?.string != "external_account"
      || SecretKind(in: String(decoding: bytes, as: UTF8.self)) != nil
  }

  private static let readable =
    "other users of this machine can read the key file in \"credentials\"; run chmod 600 on it"

  private static let inProject =
    "the key file in \"credentials\" is in the project's folder, where it could be committed by "
    + "mistake; move it out of the project, and make sure that Git ignores it"

  private static let inRepository =
    "the key file in \"credentials\" is in a Git repository that does not ignore it; move it out "
    + "of the repository, and revoke the key if it was committed"

  private func warning(of setting: Tree, _ message: String) -> Diagnostic {
    .warning(.exposedCredentials, message, at: setting.position)
  }
}
