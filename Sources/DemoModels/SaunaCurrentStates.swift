#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The current state of a sauna, as stored in a document of the Firestore collection `sauna`.
public struct SaunaCurrentStates: Codable, Hashable, Sendable {
  /// The temperature in degrees Celsius, as text, such as `92.5`.
  public let temperature: String
  /// The relative humidity in percent.
  public let humidity: Double
  /// The number of people inside.
  public let peopleCount: Int
  /// A Boolean value indicating whether the sauna is open.
  public let isOpen: Bool
  /// The time of the measurements.
  public let updatedAt: Date

  /// Creates the state of a sauna.
  public init(
    temperature: String,
    humidity: Double,
    peopleCount: Int,
    isOpen: Bool,
    updatedAt: Date
  ) {
    self.temperature = temperature
    self.humidity = humidity
    self.peopleCount = peopleCount
    self.isOpen = isOpen
    self.updatedAt = updatedAt
  }
}
