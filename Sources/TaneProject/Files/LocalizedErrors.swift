#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Conformances that make `localizedDescription` return the description, since apps display it.

extension EnvironmentError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension FileError: LocalizedError {
  package var errorDescription: String? { description }
}
