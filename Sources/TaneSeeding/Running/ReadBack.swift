public import TaneProject

/// Reads back what a run has written: again for a while where a service does not show it yet.
public enum ReadBack {
  /// How long to wait before each further attempt.
  private static let pauses: [Duration] = [
    .milliseconds(100), .milliseconds(400), .seconds(1), .seconds(2),
  ]

  /// Reads until what was read is as it was written, a few seconds at the most; an embedded store shows a write at
  /// once.
  ///
  /// - Parameters:
  ///   - profile: The environment.
  ///   - read: Reads what was written.
  ///   - isSettled: Whether there is nothing to wait for.
  ///   - pause: What waits.
  /// - Returns: What was read last.
  /// - Throws: What `read` throws.
  public static func settled<Value>(
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
