#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EnvironmentInUse: LocalizedError {
  package var errorDescription: String? { description }
}
