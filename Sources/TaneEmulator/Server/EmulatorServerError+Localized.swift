#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension EmulatorServerError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
