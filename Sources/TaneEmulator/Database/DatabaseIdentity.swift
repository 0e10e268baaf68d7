import HTTPTypes
import TaneCore

/// The sender of requests to a database, as seen by its security rules.
enum DatabaseIdentity: Sendable {
  /// An administrator, to whom rules do not apply.
  case administrator
  /// A user with the given value of `auth`, which is null if the user is not signed in.
  case user(Tree)

  /// A user who is not signed in.
  static let signedOut = DatabaseIdentity.user(.null)

  /// The credential of administrators in Firebase's emulators.
  private static let owner = "owner"

  /// Creates the identity from a request's credential.
  ///
  /// - Throws: An error for an invalid credential or override.
  init(of request: EmulatorRequest) throws(DatabaseFailure) {
    let target = request.target
    let field = request.head.headerFields[.authorization]
    let bearer = field.flatMap { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil }
    try self.init(
      credential: bearer ?? target["auth"] ?? target["access_token"],
      override: target["auth_variable_override"]
    )
  }

  /// Creates the identity from a credential.
  ///
  /// - Parameters:
  ///   - credential: `owner`, an ID token (its signature is not verified), or nil if the user is
  ///     not signed in.
  ///   - override: The value of `auth` as JSON, which administrators send to act as a user.
  /// - Throws: An error for an invalid credential or override.
  init(credential: String?, override: String? = nil) throws(DatabaseFailure) {
    guard let credential else {
      self = .signedOut
      return
    }
    if credential == Self.owner {
      guard let override else {
        self = .administrator
        return
      }
      self = .user(try DatabaseDataParser.tree(of: Array(override.utf8)))
      return
    }
    let parts = credential.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = AccountToken.object(String(parts[1])),
      let id = (payload["user_id"] ?? payload["sub"])?.string
    else { throw .invalidCredential }
    let provider = payload["firebase"]?["sign_in_provider"] ?? .null
    self = .user(Tree(["uid": .string(id), "provider": .tree(provider), "token": .tree(payload)]))
  }
}
