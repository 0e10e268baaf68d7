#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a sauna is like now, as a document of the Firestore collection `sauna` holds it.
public struct SaunaCurrentStates: Codable, Hashable, Sendable {
  /// The temperature in degrees Celsius.
  public let temperature: Double
  /// The relative humidity in percent.
  public let humidity: Double
  /// How many people are inside.
  public let peopleCount: Int
  /// Whether guests are let in.
  public let isOpen: Bool
  /// When all this was measured.
  public let updatedAt: Date

  /// Creates the states of a sauna.
  public init(
    temperature: Double,
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
