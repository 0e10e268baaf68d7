import TaneCore

/// An error of the Realtime Database, with the service's message.
///
/// The texts are those that clients get from the Realtime Database where they are known; what follows
/// them in parentheses says more about the place.
struct DatabaseProblem: Error, Equatable {
  /// The kind of error, which determines the status of the response.
  enum Kind: Equatable {
    /// The request is at fault.
    case invalid
    /// The name of a database cannot be one.
    case forbidden
    /// Nothing answers at the address.
    case notFound
    /// The address does not take the method.
    case methodNotAllowed
    /// The store behind the emulator failed.
    case storeFailed
  }

  let kind: Kind
  let message: String

  init(_ message: String, kind: Kind = .invalid) {
    self.message = message
    self.kind = kind
  }
}

extension DatabaseProblem {
  /// A path with a key that no node can have.
  static let invalidPath = DatabaseProblem("Invalid path: Invalid token in path")

  /// A body that is not JSON.
  static let notJSON = DatabaseProblem(
    "Invalid data; couldn't parse JSON object, array, or value."
  )

  /// A body that is not an object where only an object will do.
  static let notObject = DatabaseProblem(
    "Invalid data; couldn't parse JSON object. Are you sending a JSON object with valid key names?"
  )

  /// A key that no node can have.
  static func invalidKey(at path: TreePath) -> DatabaseProblem {
    DatabaseProblem(
      "Invalid data; couldn't parse JSON object, array, or value. Perhaps you're using invalid"
        + " characters in your key names. (\(path))"
    )
  }

  /// A node below the deepest level.
  static func tooDeep(at path: TreePath) -> DatabaseProblem {
    .invalidData("nodes are at most \(RealtimeDatabaseLimits.depth) levels deep", at: path)
  }

  /// Data that a rule of the service forbids.
  static func invalidData(_ reason: String, at path: TreePath) -> DatabaseProblem {
    DatabaseProblem("Invalid data; \(reason) (\(path))")
  }
}
