public import Foundation
import TaneCore

/// The domain of Firestore's errors, for `NSError`.
public let FirestoreErrorDomain = "FIRFirestoreErrorDomain"

/// An error of Firestore, with the codes of Firebase's SDK.
///
/// ```swift
/// do {
///   try await post.updateData(["likes": 0])
/// } catch let error as FirestoreError where error.code == .notFound {
///   print(error.message)
/// }
/// ```
public struct FirestoreError: Error, Sendable, Hashable {
  /// The kinds of failure, with gRPC's numbers
  /// (<https://grpc.io/docs/guides/status-codes/>).
  public enum Code: Int, Sendable, Hashable {
    /// The operation was cancelled.
    case cancelled = 1
    /// A failure of another kind.
    case unknown = 2
    /// A path, a value or a query breaks a rule.
    case invalidArgument = 3
    /// The operation took too long.
    case deadlineExceeded = 4
    /// There is no such document.
    case notFound = 5
    /// There is such a document already.
    case alreadyExists = 6
    /// Whoever is signed in may not do this.
    case permissionDenied = 7
    /// A limit is reached.
    case resourceExhausted = 8
    /// A document is not as was expected.
    case failedPrecondition = 9
    /// Others have changed what was read.
    case aborted = 10
    /// A value is beyond its range.
    case outOfRange = 11
    /// The store cannot do this.
    case unimplemented = 12
    /// The service is at fault.
    case `internal` = 13
    /// The store cannot be reached now.
    case unavailable = 14
    /// The stored data cannot be read.
    case dataLoss = 15
    /// Nobody is signed in.
    case unauthenticated = 16
  }

  /// The kind of failure.
  public let code: Code
  /// A description of the problem and its remedy.
  public let message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension FirestoreError: CustomStringConvertible, CustomNSError {
  /// The message.
  public var description: String { message }
  /// The domain of Firestore's errors.
  public static var errorDomain: String { FirestoreErrorDomain }
  /// The error's number in its domain.
  public var errorCode: Int { code.rawValue }
  /// The error's message under Foundation's key for it.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
}

/// The error by the name of Firebase's own SDK, by which code names its codes as well:
/// `FirestoreErrorCode.notFound.rawValue`, `FirestoreErrorCode.Code(rawValue:)`.
public typealias FirestoreErrorCode = FirestoreError

extension FirestoreError {
  /// The operation was cancelled.
  public static var cancelled: Code { .cancelled }
  /// A failure of another kind.
  public static var unknown: Code { .unknown }
  /// A path, a value or a query breaks a rule.
  public static var invalidArgument: Code { .invalidArgument }
  /// The operation took too long.
  public static var deadlineExceeded: Code { .deadlineExceeded }
  /// There is no such document.
  public static var notFound: Code { .notFound }
  /// There is such a document already.
  public static var alreadyExists: Code { .alreadyExists }
  /// Whoever is signed in may not do this.
  public static var permissionDenied: Code { .permissionDenied }
  /// A limit is reached.
  public static var resourceExhausted: Code { .resourceExhausted }
  /// A document is not as was expected.
  public static var failedPrecondition: Code { .failedPrecondition }
  /// Others have changed what was read.
  public static var aborted: Code { .aborted }
  /// A value is beyond its range.
  public static var outOfRange: Code { .outOfRange }
  /// The store cannot do this.
  public static var unimplemented: Code { .unimplemented }
  /// The service is at fault.
  public static var `internal`: Code { .internal }
  /// The store cannot be reached now.
  public static var unavailable: Code { .unavailable }
  /// The stored data cannot be read.
  public static var dataLoss: Code { .dataLoss }
  /// Nobody is signed in.
  public static var unauthenticated: Code { .unauthenticated }
}

extension FirestoreError.Code {
  /// Returns true if an error is a Firestore error with this code: `catch FirestoreErrorCode.notFound`.
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
      case .invalidAnswer: .unknown
      case .cancelled: .cancelled
      case .unsupported: .unimplemented
      }
    self.init(code, error.description)
  }
}
