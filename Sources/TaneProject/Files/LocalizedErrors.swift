#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Conformances that make `localizedDescription`, which apps display, return the description.

extension EnvironmentError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension FileError: LocalizedError {
  package var errorDescription: String? { description }
}
