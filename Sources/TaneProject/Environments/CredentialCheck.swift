import SystemPackage
import TaneCore

/// Warns of a profile's credentials that others can get at; no warning shows them.
struct CredentialCheck {
  let project: Project

  /// What is found about the credentials of a profile, at their line.
  ///
  /// - Parameters:
  ///   - credentials: The credentials, their variables replaced.
  ///   - setting: The credentials as the profile has them.
  /// - Returns: Warnings; none where nobody else can get at them.
  func findings(about credentials: Secret, in setting: Tree) -> [Diagnostic] {
    guard let place = try? project.files.canonicalPath(of: FilePath(credentials.revealed)) else {
      return []
    }
    var findings: [Diagnostic] = []
    if (try? project.files.othersCanRead(place)) == true {
      findings.append(warning(of: setting, Self.readable))
    }
    if let root = try? project.files.canonicalPath(of: project.root), place.isWithin(root) {
      findings.append(warning(of: setting, Self.inProject))
    }
    return findings
  }

  private static let readable =
    "other users of this machine can read the key file that \"credentials\" names; run chmod 600 on it"

  private static let inProject =
    "the key file that \"credentials\" names lies in the project's folder, where it is easily committed;"
    + " move it out of the project, and make sure that Git ignores it"

  private func warning(of setting: Tree, _ message: String) -> Diagnostic {
    .warning(.exposedCredentials, message, at: setting.position)
  }
}
