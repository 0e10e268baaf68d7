package import SystemPackage

extension FileError {
  package init(_ error: Errno) {
    self.init(Self.reasons[error] ?? error.description)
  }

  private static let reasons: [Errno: String] = [
    .permissionDenied: "permission denied",
    .notPermitted: "permission denied",
    .isDirectory: "it is a folder",
    .notDirectory: "part of its path is a file, not a folder",
    .noSuchFileOrDirectory: "no such file or folder",
    .fileExists: "a file or folder already exists at its path",
    .readOnlyFileSystem: "the disk is read-only",
    .noSpace: "the disk is full",
    .directoryNotEmpty: "the folder is not empty",
    .tooManySymbolicLinkLevels: "its links are circular",
    .tooManyOpenFiles: "too many files are open",
    .tooManyOpenFilesInSystem: "too many files are open",
    .fileNameTooLong: "its path is too long",
    .ioError: "the disk reports an input/output error",
  ]
}

extension Errno {
  /// A Boolean value indicating whether the error means that a path does not exist.
  var meansMissing: Bool { self == .noSuchFileOrDirectory || self == .notDirectory }
}
