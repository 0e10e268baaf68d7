public import Foundation

/// The domain of errors passed to listeners for published templates, for `NSError`.
public let RemoteConfigUpdateErrorDomain = "com.google.remoteconfig.update.ErrorDomain"

/// An error passed to listeners for published templates, with the codes of the Firebase SDK.
public struct RemoteConfigUpdateError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Code: Int, Sendable, Hashable {
    /// The connection failed; does not occur, because templates are polled.
    case streamError = 8001
    /// The template could not be read.
    case notFetched = 8002
    /// A message was invalid; does not occur, because templates are polled.
    case messageInvalid = 8003
    /// The service is unavailable; does not occur, because templates are polled.
    case unavailable = 8004
  }

  /// The kind of failure.
  public let code: Code
  /// A description of the problem and its remedy.
  public let message: String

  /// Creates an error with a code and a message.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension RemoteConfigUpdateError {
  /// The connection failed.
  public static var streamError: Code { .streamError }
  /// The template could not be read.
  public static var notFetched: Code { .notFetched }
  /// A message was invalid.
  public static var messageInvalid: Code { .messageInvalid }
  /// The service is unavailable.
  public static var unavailable: Code { .unavailable }
}

extension RemoteConfigUpdateError: CustomStringConvertible, CustomNSError {
  /// The message of the error.
  public var description: String { message }
  /// The domain of update errors.
  public static var errorDomain: String { RemoteConfigUpdateErrorDomain }
  /// The error's number in its domain.
  public var errorCode: Int { code.rawValue }
  /// The user info, with the message as the localized description.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
}
