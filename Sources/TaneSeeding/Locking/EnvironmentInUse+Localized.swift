#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension EnvironmentInUse: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
