#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EmulatorServerError: LocalizedError {
  /// The description.
  package var errorDescription: String? { description }
}
