import TaneCore

/// An error from the Realtime Database.
///
/// The message is the Realtime Database's own, if known, followed by details in parentheses.
struct DatabaseFailure: Error, Equatable {
  /// The kind of error, which determines the status of the response.
  enum Kind: Equatable {
    /// The request is invalid.
    case invalid
    /// The name of the database is invalid.
    case forbidden
    /// The security rules deny the request, or the credential is invalid.
    case denied
    /// Nothing exists at the address.
    case notFound
    /// The address does not support the method.
    case methodNotAllowed
    case storeFailed
  }

  let kind: Kind
  let message: String

  init(_ message: String, kind: Kind = .invalid) {
    self.message = message
    self.kind = kind
  }
}

extension DatabaseFailure {
  /// The error for a credential that is not a token.
  static let invalidCredential = DatabaseFailure("Could not parse auth token.", kind: .denied)

  /// Returns the error for a request that the security rules do not allow, or nil if they allow it.
  static func denial(_ decision: DatabaseRulesEvaluator.Decision) -> DatabaseFailure? {
    let reason: String?
    switch decision {
    case .allowed: return nil
    case .denied(let denial): reason = denial.isError ? denial.text : nil
    case .undecided(let rule): reason = "the rule cannot be evaluated: \(rule)"
    }
    let details = reason.map { " (\($0))" } ?? ""
    return DatabaseFailure("Permission denied\(details)", kind: .denied)
  }

  /// The error for a path that contains an invalid key.
  static let invalidPath = DatabaseFailure("Invalid path: Invalid token in path")

  /// The error for a body that is not JSON.
  static let notJSON = DatabaseFailure(
    "Invalid data; couldn't parse JSON object, array, or value."
  )

  /// The error for a body that is not an object.
  static let notObject = DatabaseFailure(
    "Invalid data; couldn't parse JSON object. Are you sending a JSON object with valid key names?"
  )

  /// Returns the error for an invalid key.
  static func invalidKey(at path: TreePath) -> DatabaseFailure {
    DatabaseFailure(
      "Invalid data; couldn't parse JSON object, array, or value. Perhaps you're using invalid"
        + " characters in your key names. (\(path))"
    )
  }

  /// Returns the error for a node that is nested too deeply.
  static func tooDeep(at path: TreePath) -> DatabaseFailure {
    .invalidData("nodes can be at most \(RealtimeDatabaseLimits.depth) levels deep", at: path)
  }

  /// Returns the error for data that the service does not accept.
  static func invalidData(_ reason: String, at path: TreePath) -> DatabaseFailure {
    DatabaseFailure("Invalid data; \(reason) (\(path))")
  }
}
