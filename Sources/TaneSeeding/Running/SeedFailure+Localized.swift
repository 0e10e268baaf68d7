#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SeedFailure: LocalizedError {
  /// Why the seed stopped, and what it had written by then.
  public var errorDescription: String? {
    let done = wroteNothing ? "nothing was written" : "written: \(written.joined(separator: ", "))"
    return "the seed stopped: \(cause); \(done), not written: \(remaining.joined(separator: ", "))"
  }
}
