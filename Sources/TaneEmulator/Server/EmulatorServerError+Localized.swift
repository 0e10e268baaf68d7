#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EmulatorServerError: LocalizedError {
  package var errorDescription: String? { description }
}
