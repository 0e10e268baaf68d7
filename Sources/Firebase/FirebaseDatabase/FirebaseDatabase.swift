// Re-exports the declarations that this module has in the Firebase SDK, so that code that imports
// it compiles unchanged.
@_exported public import class TaneFirebase.MutableData
@_exported public import enum TaneFirebase.DataEventType
@_exported public import enum TaneFirebase.ServerValue
@_exported public import struct TaneFirebase.DataSnapshot
@_exported public import struct TaneFirebase.Database
@_exported public import class TaneFirebase.DatabaseQuery
@_exported public import class TaneFirebase.DatabaseReference
@_exported public import struct TaneFirebase.TransactionResult
@_exported public import typealias TaneFirebase.DatabaseHandle
