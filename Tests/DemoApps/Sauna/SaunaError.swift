public import Foundation

/// Why there is nothing to tell of a sauna.
public enum SaunaError: LocalizedError, Hashable, CustomStringConvertible {
  /// There is no sauna of an identifier, or no longer.
  case unknownSauna(String)
  /// A test uses what it has not replaced.
  case unimplemented(String)

  /// What was found and what to do.
  public var description: String {
    switch self {
    case .unknownSauna(let id): "there is no sauna \"\(id)\""
    case .unimplemented(let name): "\(name) is unimplemented: give the test one of its own"
    }
  }

  /// What the user reads.
  public var errorDescription: String? { description }
}
