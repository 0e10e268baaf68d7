#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EnvironmentInUse: LocalizedError {
  /// The description of the error.
  package var errorDescription: String? { description }
}
