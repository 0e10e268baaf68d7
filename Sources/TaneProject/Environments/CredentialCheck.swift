import SystemPackage
import TaneCore

/// Warns of a profile's credentials that others can get at; no warning shows them.
struct CredentialCheck {
  /// What access tokens, refresh tokens, JSON Web Tokens and keys begin with.
  private static let tokenPrefixes = ["ya29.", "1//", "eyJ", "{", "-----BEGIN"]
  /// The length of a legacy secret of a Realtime Database.
  private static let legacySecretLength = 40

  let project: Project

  /// What is found about the credentials of a profile, at their line.
  ///
  /// - Parameters:
  ///   - credentials: The credentials, their variables replaced.
  ///   - setting: The credentials as the profile has them.
  /// - Returns: Warnings; none where nobody else can get at them.
  func findings(about credentials: Secret, in setting: Tree) -> [Diagnostic] {
    let text = credentials.revealed
    guard !Self.isSecret(text) else {
      let isLiteral = setting.string == text
      return isLiteral ? [warning(of: setting, Self.literal)] : []
    }
    let path = FilePath(text)
    guard let place = try? project.files.canonicalPath(of: path) else { return [] }
    var findings: [Diagnostic] = []
    if (try? project.files.othersCanRead(place)) == true {
      findings.append(warning(of: setting, Self.readable))
    }
    if let root = try? project.files.canonicalPath(of: project.root), place.starts(with: root) {
      findings.append(warning(of: setting, Self.inProject))
    }
    return findings
  }

  /// Whether a text is a secret itself and not the path of a file.
  private static func isSecret(_ text: String) -> Bool {
    tokenPrefixes.contains { text.hasPrefix($0) }
      || text.utf8.count == legacySecretLength
        && text.unicodeScalars.allSatisfy {
          $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0)
        }
  }

  private static let literal =
    "\"credentials\" holds a secret itself, which everybody who reads this file can use: revoke it, and"
    + " write the path of a key file, or a variable such as ${GOOGLE_APPLICATION_CREDENTIALS}"

  private static let readable =
    "other users of this machine can read the key file that \"credentials\" names; run chmod 600 on it"

  private static let inProject =
    "the key file that \"credentials\" names lies in the project's folder, where it is easily committed;"
    + " move it out of the project, and make sure that Git ignores it"

  private func warning(of setting: Tree, _ message: String) -> Diagnostic {
    .warning(.exposedCredentials, message, at: setting.position)
  }
}
