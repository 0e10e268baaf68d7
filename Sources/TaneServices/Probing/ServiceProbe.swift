/// The operations that a service permits with the credential, determined without changing anything.
package struct ServiceProbe: Sendable, Hashable {
  /// The result of a check.
  package enum Answer: Sendable, Hashable {
    /// The operation is permitted.
    case yes
    /// No, with the reason: a clause without a full stop.
    case no(String)
    /// Unknown, with the reason: a clause without a full stop.
    case notChecked(String)

    /// The result as a Boolean value, or nil if it was not checked.
    package var isYes: Bool? {
      switch self {
      case .yes: true
      case .no: false
      case .notChecked: nil
      }
    }

    /// The reason for a negative or missing result.
    package var reason: String? {
      switch self {
      case .yes: nil
      case .no(let reason), .notChecked(let reason): reason
      }
    }
  }

  /// The result of checking that the service responds.
  package var reachable: Answer
  /// The result of checking the credential, or nil if the service requires none.
  package var credential: Answer?
  /// The result of checking read access.
  package var readable: Answer
  /// The result of checking write access.
  package var writable: Answer
  /// The duration of the fastest request, or nil without any response.
  package var roundTrip: Duration?
  /// The URL that the service reports in place of this one.
  package var correctURL: String?

  /// Creates the results for a service.
  package init(
    reachable: Answer,
    credential: Answer? = nil,
    readable: Answer,
    writable: Answer,
    roundTrip: Duration? = nil,
    correctURL: String? = nil
  ) {
    self.reachable = reachable
    self.credential = credential
    self.readable = readable
    self.writable = writable
    self.roundTrip = roundTrip
    self.correctURL = correctURL
  }
}

/// A service whose permissions can be checked without changing anything.
package protocol ProbedService: Sendable {
  /// Checks the service.
  ///
  /// - Throws: A `CancellationError`; errors from the service are a result.
  func probe() async throws -> ServiceProbe
}
