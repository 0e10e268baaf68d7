public import Foundation

/// Placeholders that the server resolves when it writes them.
///
/// ```swift
/// try await reference.child("updated_at").setValue(ServerValue.timestamp())
/// ```
public enum ServerValue {
  /// Returns a placeholder for the time of the write, in milliseconds since 1970.
  public static func timestamp() -> [AnyHashable: Any] { [".sv": "timestamp"] }

  /// Returns a placeholder for the sum of the current number and `delta`, or for `delta` if there
  /// is no current number.
  ///
  /// The sum is an integer if both numbers are integers and the result fits in 64 bits.
  ///
  /// ```swift
  /// try await reference.child("likes").setValue(ServerValue.increment(1))
  /// ```
  public static func increment(_ delta: NSNumber) -> [AnyHashable: Any] {
    [".sv": ["increment": delta]]
  }
}
