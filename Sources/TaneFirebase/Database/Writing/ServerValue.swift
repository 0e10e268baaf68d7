public import Foundation

/// Values that the server fills in when it writes.
///
/// ```swift
/// try await reference.child("updated_at").setValue(ServerValue.timestamp())
/// ```
public enum ServerValue {
  /// The time of the write, in milliseconds since 1970.
  public static func timestamp() -> [AnyHashable: Any] { [".sv": "timestamp"] }

  /// The number that stands at the place and a number together; the number alone where none stands there.
  ///
  /// The sum is whole where both are and it fits in 64 bits.
  ///
  /// ```swift
  /// try await reference.child("likes").setValue(ServerValue.increment(1))
  /// ```
  public static func increment(_ delta: NSNumber) -> [AnyHashable: Any] {
    [".sv": ["increment": delta]]
  }
}
