#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Conformances that make `localizedDescription` return the description, since apps display it.

extension EnvironmentError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension FileError: LocalizedError {
  /// The description.
  package var errorDescription: String? { description }
}
