#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SeedFailure: LocalizedError {
  /// The cause, and the services that were written.
  public var errorDescription: String? {
    let done = wroteNothing ? "nothing was written" : "written: \(written.joined(separator: ", "))"
    return "the seed stopped: \(cause); \(done), not written: \(remaining.joined(separator: ", "))"
  }
}
