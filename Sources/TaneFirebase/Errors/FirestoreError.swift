public import Foundation
import TaneCore

/// The domain of Firestore errors, for `NSError`.
public let FirestoreErrorDomain = "FIRFirestoreErrorDomain"

/// An error from Firestore, with the codes of the Firebase SDK.
///
/// ```swift
/// do {
///   try await post.updateData(["likes": 0])
/// } catch let error as FirestoreError where error.code == .notFound {
///   print(error.message)
/// }
/// ```
public struct FirestoreError: Error, Sendable, Hashable {
  /// The kinds of failure, with the numbers of gRPC's status codes
  /// (<https://grpc.io/docs/guides/status-codes/>).
  public enum Code: Int, Sendable, Hashable {
    /// The operation was canceled.
    case cancelled = 1
    /// An unknown error.
    case unknown = 2
    /// A path, value or query is invalid.
    case invalidArgument = 3
    /// The operation took too long.
    case deadlineExceeded = 4
    /// The document does not exist.
    case notFound = 5
    /// The document already exists.
    case alreadyExists = 6
    /// The user has no permission for the operation.
    case permissionDenied = 7
    /// A quota or another limit was exceeded.
    case resourceExhausted = 8
    /// A document is not in the expected state.
    case failedPrecondition = 9
    /// Data has changed since it was read.
    case aborted = 10
    /// A value is out of range.
    case outOfRange = 11
    /// The store does not support the operation.
    case unimplemented = 12
    /// The service failed.
    case `internal` = 13
    /// The store is currently unreachable.
    case unavailable = 14
    /// The stored data is damaged.
    case dataLoss = 15
    /// No user is signed in.
    case unauthenticated = 16
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

extension FirestoreError: CustomStringConvertible, CustomNSError {
  /// The message of the error.
  public var description: String { message }
  /// The domain of Firestore errors.
  public static var errorDomain: String { FirestoreErrorDomain }
  /// The error's number in its domain.
  public var errorCode: Int { code.rawValue }
  /// The user info, with the message as the localized description.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
}

/// The name of the error in the Firebase SDK, for code such as
/// `FirestoreErrorCode.notFound.rawValue` or `FirestoreErrorCode.Code(rawValue:)`.
public typealias FirestoreErrorCode = FirestoreError

extension FirestoreError {
  /// The operation was canceled.
  public static var cancelled: Code { .cancelled }
  /// An unknown error.
  public static var unknown: Code { .unknown }
  /// A path, value or query is invalid.
  public static var invalidArgument: Code { .invalidArgument }
  /// The operation took too long.
  public static var deadlineExceeded: Code { .deadlineExceeded }
  /// The document does not exist.
  public static var notFound: Code { .notFound }
  /// The document already exists.
  public static var alreadyExists: Code { .alreadyExists }
  /// The user has no permission for the operation.
  public static var permissionDenied: Code { .permissionDenied }
  /// A quota or another limit was exceeded.
  public static var resourceExhausted: Code { .resourceExhausted }
  /// A document is not in the expected state.
  public static var failedPrecondition: Code { .failedPrecondition }
  /// Data has changed since it was read.
  public static var aborted: Code { .aborted }
  /// A value is out of range.
  public static var outOfRange: Code { .outOfRange }
  /// The store does not support the operation.
  public static var unimplemented: Code { .unimplemented }
  /// The service failed.
  public static var `internal`: Code { .internal }
  /// The store is currently unreachable.
  public static var unavailable: Code { .unavailable }
  /// The stored data is damaged.
  public static var dataLoss: Code { .dataLoss }
  /// No user is signed in.
  public static var unauthenticated: Code { .unauthenticated }
}

extension FirestoreError.Code {
  /// Returns true if an error is a Firestore error with this code, as in `catch
  /// FirestoreErrorCode.notFound`.
  public static func ~= (code: FirestoreError.Code, error: any Error) -> Bool {
    (error as? FirestoreError)?.code == code
  }
}

extension FirestoreError {
  init(_ conflict: DocumentConflict) {
    let code: Code =
      switch conflict.reason {
      case .alreadyExists: .alreadyExists
      case .notFound: .notFound
      case .updatedElsewhere: .failedPrecondition
      case .readsChanged: .aborted
      }
    self.init(code, conflict.description)
  }

  init(_ error: StoreError) {
    let code: Code =
      switch error.code {
      case .conflict: .aborted
      case .overlappingWrites, .invalidData: .invalidArgument
      case .notFound: .notFound
      case .busy, .unreachable, .unavailable: .unavailable
      case .diskFull, .tooLarge, .rateLimited: .resourceExhausted
      case .readOnly, .notAuthorized: .permissionDenied
      case .unreadable: .dataLoss
      case .invalidResponse: .unknown
      case .cancelled: .cancelled
      case .unsupported: .unimplemented
      }
    self.init(code, error.description)
  }
}
