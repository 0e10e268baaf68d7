#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// What apps show of an error: `localizedDescription` says what the description says.

extension MappingDataError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension UnreadableData: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension UnexpectedDifference: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
