#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SeedFailure: LocalizedError {
  /// The cause, and the services that were written.
  package var errorDescription: String? {
    let done = wroteNothing ? "nothing was written" : "written: \(written.joined(separator: ", "))"
    guard !remaining.isEmpty else { return "the seed stopped: \(cause); \(done)" }
    return "the seed stopped: \(cause); \(done), not written: \(remaining.joined(separator: ", "))"
  }
}
