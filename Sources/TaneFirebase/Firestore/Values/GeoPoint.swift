/// A place on the earth, of a Firestore document.
///
/// ```swift
/// try await sauna.setData(["place": GeoPoint(latitude: 35.68, longitude: 139.76)])
/// ```
public struct GeoPoint: Sendable, Hashable, Codable {
  /// Degrees north of the equator, -90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, -180 to 180.
  public let longitude: Double

  /// Creates a place; one that is none on the earth throws when it is written.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}
