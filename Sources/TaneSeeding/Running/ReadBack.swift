package import TaneProject

/// A function that reads back a run's writes, with retries for services in which writes are not
/// visible immediately.
package enum ReadBack {
  /// The pauses before further attempts.
  private static let pauses: [Duration] = [
    .milliseconds(100), .milliseconds(400), .seconds(1), .seconds(2),
  ]

  /// Reads until the result equals the written data, for a few seconds at most; an embedded store
  /// needs no retry.
  ///
  /// - Parameters:
  ///   - profile: The profile of the environment.
  ///   - read: Reads the written data.
  ///   - isSettled: Returns true if no retry is needed.
  ///   - pause: Waits for a duration.
  /// - Returns: The last result.
  /// - Throws: The errors from `read`.
  package static func readUntilSettled<Value>(
    in profile: EnvironmentProfile,
    read: () async throws -> Value,
    until isSettled: (Value) -> Bool,
    pause: (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) async throws -> Value {
    var value = try await read()
    guard !profile.isEmbedded else { return value }
    for duration in pauses where !isSettled(value) {
      try await pause(duration)
      value = try await read()
    }
    return value
  }
}
