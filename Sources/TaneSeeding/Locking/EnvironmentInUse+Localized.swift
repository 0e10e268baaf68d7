#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EnvironmentInUse: LocalizedError {
  /// The description.
  package var errorDescription: String? { description }
}
