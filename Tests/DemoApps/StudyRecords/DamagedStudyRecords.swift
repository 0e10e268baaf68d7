public import Foundation

/// What was kept on this device cannot be read, and was set aside.
public struct DamagedStudyRecords: Error, CustomStringConvertible {
  /// Where it is now.
  public let keptAt: URL
  /// Why it cannot be read.
  public let reason: any Error

  /// Where it is, and why it cannot be read.
  public var description: String { "damaged records, kept at \(keptAt.path): \(reason)" }
}
