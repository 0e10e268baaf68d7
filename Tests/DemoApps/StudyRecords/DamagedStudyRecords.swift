public import Foundation

/// An error about unreadable records on this device, which were set aside.
public struct DamagedStudyRecords: Error, CustomStringConvertible {
  /// The file of the damaged records.
  public let keptAt: URL
  /// The error from reading the records.
  public let reason: any Error

  /// The location of the records and the reading error.
  public var description: String { "damaged records, kept at \(keptAt.path): \(reason)" }
}
