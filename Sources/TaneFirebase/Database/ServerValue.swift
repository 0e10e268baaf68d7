/// Values that the server fills in when it writes.
///
/// ```swift
/// try await reference.child("updated_at").setValue(ServerValue.timestamp())
/// ```
public enum ServerValue {
  /// The time of the write, in milliseconds since 1970.
  public static func timestamp() -> [AnyHashable: Any] { [".sv": "timestamp"] }
}
