#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CredentialError: LocalizedError {
  /// The description.
  package var errorDescription: String? { description }
}
