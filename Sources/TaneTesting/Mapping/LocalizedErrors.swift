#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// These conformances make `localizedDescription` return the description of the error.

extension MappingDataError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension UnreadableData: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension UnexpectedDifference: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}
