import Foundation
import SystemPackage

extension Error {
  /// The reason for a file system error of any type, or the description of any other error.
  package var reason: String {
    switch self {
    case let error as Errno: FileError(error).reason
    case let error as CocoaError: error.system.map { FileError($0).reason } ?? error.codeReason
    case let error as NSError where error.domain == NSPOSIXErrorDomain:
      FileError(Errno(rawValue: CInt(error.code))).reason
    default: "\(self)"
    }
  }

  /// The reason, preceded by the path if the error contains it.
  package var sentence: String {
    guard let path = (self as? CocoaError)?.path else { return reason }
    return "\(path) cannot be used: \(reason)"
  }
}

extension CocoaError {
  /// The path of the file or folder.
  fileprivate var path: String? {
    userInfo[NSFilePathErrorKey] as? String ?? (userInfo[NSURLErrorKey] as? URL)?.path
  }

  /// The underlying error from the system.
  fileprivate var system: Errno? {
    guard let error = (userInfo[NSUnderlyingErrorKey] as? any Error).map({ $0 as NSError }),
      error.domain == NSPOSIXErrorDomain
    else { return nil }
    return Errno(rawValue: CInt(error.code))
  }

  fileprivate var codeReason: String {
    let error: Errno? =
      switch code {
      case .fileNoSuchFile, .fileReadNoSuchFile: .noSuchFileOrDirectory
      case .fileReadNoPermission, .fileWriteNoPermission: .permissionDenied
      case .fileWriteFileExists: .fileExists
      case .fileWriteOutOfSpace: .noSpace
      case .fileWriteVolumeReadOnly: .readOnlyFileSystem
      default: nil
      }
    return error.map { FileError($0).reason } ?? "file system error \(code.rawValue)"
  }
}
