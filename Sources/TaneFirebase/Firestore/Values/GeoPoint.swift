/// A geographic point in a Firestore document.
///
/// ```swift
/// try await sauna.setData(["place": GeoPoint(latitude: 35.68, longitude: 139.76)])
/// ```
public struct GeoPoint: Sendable, Hashable, Codable {
  /// The latitude in degrees, from -90 to 90.
  public let latitude: Double
  /// The longitude in degrees, from -180 to 180.
  public let longitude: Double

  /// Creates a point; writing a point that is out of range throws an error.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}
