/// A geographical point in a Firestore document.
public struct GeographicPoint: Sendable, Hashable {
  /// Degrees north of the equator, -90 to 90.
  package let latitude: Double
  /// Degrees east of Greenwich, -180 to 180.
  package let longitude: Double

  /// Creates a point, or returns nil if a coordinate is out of range.
  package init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}
