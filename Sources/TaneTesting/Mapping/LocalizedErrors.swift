#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Apps display `localizedDescription`, which is the description.

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
