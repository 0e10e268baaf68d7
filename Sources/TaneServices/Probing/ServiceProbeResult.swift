/// The operations that a service permits with the credential, checked without changing anything.
package struct ServiceProbeResult: Sendable, Hashable {
  /// The result of a check.
  package enum Answer: Sendable, Hashable {
    /// The operation is permitted.
    case yes
    /// The operation is not permitted; the reason is a clause without a final period.
    case no(String)
    /// The operation was not checked; the reason is a clause without a final period.
    case notChecked(String)

    /// The result as a Boolean value, or nil if it was not checked.
    package var hasPassed: Bool? {
      switch self {
      case .yes: true
      case .no: false
      case .notChecked: nil
      }
    }

    /// The reason for a negative or missing result; nil for `yes`.
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
  /// The duration of the fastest request, or nil if there was no response.
  package var roundTrip: Duration?
  /// The correct URL, if the service reports that the configured one is wrong.
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
package protocol ProbeableService: Sendable {
  /// Checks whether the service is reachable and permits reading and writing.
  ///
  /// - Throws: A `CancellationError`; errors from the service are returned as results.
  func probe() async throws -> ServiceProbeResult
}
