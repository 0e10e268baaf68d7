public import Foundation
import TaneCore

/// The domain of Remote Config errors, for `NSError`.
public let RemoteConfigErrorDomain = "com.google.remoteconfig.ErrorDomain"
/// The user-info key for the time at which throttling ends; Tane's errors never contain it.
public let RemoteConfigThrottledEndTimeInSecondsKey = "error_throttled_end_time_seconds"

/// An error from a fetch, with the codes of the Firebase SDK.
///
/// ```swift
/// do {
///   try await config.fetch()
/// } catch let error as RemoteConfigError where error.code == .throttled {
///   print(error.message)
/// }
/// ```
public struct RemoteConfigError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Code: Int, Sendable, Hashable {
    /// An unknown error.
    case unknown = 8001
    /// The service rejected a request because there were too many.
    case throttled = 8002
    /// The template could not be read.
    case internalError = 8003
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

  init(_ error: StoreError) {
    self.init(error.code == .rateLimited ? .throttled : .internalError, error.description)
  }
}

extension RemoteConfigError {
  /// An unknown error.
  public static var unknown: Code { .unknown }
  /// The service rejected a request because there were too many.
  public static var throttled: Code { .throttled }
  /// The template could not be read.
  public static var internalError: Code { .internalError }
}

extension RemoteConfigError: CustomStringConvertible, CustomNSError {
  /// The message of the error.
  public var description: String { message }
  /// The domain of Remote Config errors.
  public static var errorDomain: String { RemoteConfigErrorDomain }
  /// The error's number in its domain.
  public var errorCode: Int { code.rawValue }
  /// The user info, with the message as the localized description.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
}

/// An error thrown when a Remote Config value cannot be decoded.
public enum RemoteConfigValueCodableError: Error {
  /// The type cannot be decoded from a value.
  case unsupportedType(String)
}

/// An error thrown when defaults cannot be set.
public enum RemoteConfigCodableError: Error {
  /// The value does not encode to a dictionary.
  case invalidSetDefaultsInput(String)
}
