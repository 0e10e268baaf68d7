public import Foundation

/// The domain of storage errors, for `NSError`.
public let StorageErrorDomain = "FIRStorageErrorDomain"

/// An error from a storage operation, with the cases and codes of the Firebase SDK.
///
/// ```swift
/// do {
///   print(try await image.data(maxSize: 1 << 20).count)
/// } catch StorageError.objectNotFound(let name, _) {
///   print("there is no \(name)")
/// }
/// ```
public enum StorageError: Error {
  /// An unknown error.
  case unknown(message: String, serverError: [String: any Sendable])
  /// The object does not exist.
  case objectNotFound(object: String, serverError: [String: any Sendable])
  /// The bucket does not exist.
  case bucketNotFound(bucket: String)
  /// The project does not exist.
  case projectNotFound(project: String)
  /// The bucket's quota is exhausted.
  case quotaExceeded(bucket: String, serverError: [String: any Sendable])
  /// No user is signed in.
  case unauthenticated(serverError: [String: any Sendable])
  /// The user has no permission for the operation.
  case unauthorized(bucket: String, object: String, serverError: [String: any Sendable])
  /// The operation was retried too many times.
  case retryLimitExceeded
  /// The received bytes differ from the bytes that were sent.
  case nonMatchingChecksum
  /// The object exceeds the maximum size that was requested; both sizes are in bytes.
  case downloadSizeExceeded(total: Int64, maxSize: Int64)
  /// The operation was canceled.
  case cancelled
  /// An argument is invalid.
  case invalidArgument(message: String)
  /// An internal error from the library.
  case internalError(message: String)
  /// The reference belongs to another bucket.
  case bucketMismatch(message: String)
  /// The path is not a valid object name.
  case pathError(message: String)
}

/// The codes of storage errors, with the numbers of the Firebase SDK.
public enum StorageErrorCode: Int, Error {
  /// An unknown error.
  case unknown = -13000
  /// The object does not exist.
  case objectNotFound = -13010
  /// The bucket does not exist.
  case bucketNotFound = -13011
  /// The project does not exist.
  case projectNotFound = -13012
  /// The bucket's quota is exhausted.
  case quotaExceeded = -13013
  /// No user is signed in.
  case unauthenticated = -13020
  /// The user has no permission for the operation.
  case unauthorized = -13021
  /// The operation was retried too many times.
  case retryLimitExceeded = -13030
  /// The received bytes differ from the bytes that were sent.
  case nonMatchingChecksum = -13031
  /// The object exceeds the maximum size that was requested.
  case downloadSizeExceeded = -13032
  /// The operation was canceled.
  case cancelled = -13040
  /// An argument is invalid.
  case invalidArgument = -13050
  /// The reference belongs to another bucket.
  case bucketMismatch = -13051
  /// An internal error from the library.
  case internalError = -13052
  /// The path is not a valid object name.
  case pathError = -13053
}

extension StorageError: CustomNSError {
  /// The domain of storage errors.
  public static var errorDomain: String { StorageErrorDomain }

  /// The error's number in its domain.
  public var errorCode: Int { code.rawValue }

  /// The user info, with the message as the localized description.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

  /// The error's code.
  public var code: StorageErrorCode {
    switch self {
    case .unknown: .unknown
    case .objectNotFound: .objectNotFound
    case .bucketNotFound: .bucketNotFound
    case .projectNotFound: .projectNotFound
    case .quotaExceeded: .quotaExceeded
    case .unauthenticated: .unauthenticated
    case .unauthorized: .unauthorized
    case .retryLimitExceeded: .retryLimitExceeded
    case .nonMatchingChecksum: .nonMatchingChecksum
    case .downloadSizeExceeded: .downloadSizeExceeded
    case .cancelled: .cancelled
    case .invalidArgument: .invalidArgument
    case .bucketMismatch: .bucketMismatch
    case .internalError: .internalError
    case .pathError: .pathError
    }
  }
}

extension StorageError: CustomStringConvertible {
  /// A description of the error.
  public var description: String {
    switch self {
    case .objectNotFound(let object, _): "the object \"\(object)\" does not exist"
    case .bucketNotFound(let bucket): "the bucket \"\(bucket)\" does not exist"
    case .projectNotFound(let project): "the project \"\(project)\" does not exist"
    case .quotaExceeded(let bucket, _): "the quota of bucket \"\(bucket)\" is exhausted"
    case .unauthenticated: "no user is signed in"
    case .unauthorized(let bucket, let object, _):
      "the signed-in user has no permission for this operation on \"\(object)\" in bucket "
        + "\"\(bucket)\""
    case .retryLimitExceeded: "the operation was retried for too long"
    case .nonMatchingChecksum: "the bytes differ from those that were sent; try again"
    case .downloadSizeExceeded(let total, let maxSize):
      "the object is \(total) bytes in size, more than the \(maxSize) that maxSize allows"
    case .cancelled: "the operation was canceled"
    case .unknown(let message, _), .invalidArgument(let message), .internalError(let message),
      .bucketMismatch(let message), .pathError(let message):
      message
    }
  }
}
