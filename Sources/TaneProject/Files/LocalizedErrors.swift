#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// What apps show of an error: `localizedDescription` says what the description says.

extension EnvironmentError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension FileError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
