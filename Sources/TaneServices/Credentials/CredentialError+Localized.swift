#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CredentialError: LocalizedError {
  package var errorDescription: String? { description }
}
