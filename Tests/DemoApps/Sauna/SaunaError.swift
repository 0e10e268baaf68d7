public import Foundation

/// An error about a sauna.
public enum SaunaError: LocalizedError, Hashable, CustomStringConvertible {
  /// The sauna does not exist or was deleted.
  case unknownSauna(String)
  /// A test uses a closure that it has not replaced.
  case unimplemented(String)

  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .unknownSauna(let id): "there is no sauna \"\(id)\""
    case .unimplemented(let name): "\(name) is unimplemented: give the test one of its own"
    }
  }

  /// The message for the user.
  public var errorDescription: String? { description }
}
