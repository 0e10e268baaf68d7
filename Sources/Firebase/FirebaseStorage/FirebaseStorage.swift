// Re-exports the declarations that this module has in the Firebase SDK, so that code that imports
// it compiles unchanged.
@_exported public import class TaneFirebase.StorageMetadata
@_exported public import class TaneFirebase.StorageTask
@_exported public import enum TaneFirebase.StorageError
@_exported public import enum TaneFirebase.StorageErrorCode
@_exported public import enum TaneFirebase.StorageTaskStatus
@_exported public import struct TaneFirebase.Storage
@_exported public import struct TaneFirebase.StorageListResult
@_exported public import struct TaneFirebase.StorageReference
@_exported public import struct TaneFirebase.StorageTaskSnapshot
@_exported public import typealias TaneFirebase.StorageDownloadTask
@_exported public import typealias TaneFirebase.StorageObservableTask
@_exported public import typealias TaneFirebase.StorageUploadTask
@_exported public import let TaneFirebase.StorageErrorDomain
