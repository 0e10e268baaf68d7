// The names that Firebase's SDK has in this module, for code that imports it unchanged.
@_exported public import class TaneFirebase.MutableData
@_exported public import enum TaneFirebase.DataEventType
@_exported public import enum TaneFirebase.ServerValue
@_exported public import struct TaneFirebase.DataSnapshot
@_exported public import struct TaneFirebase.Database
@_exported public import class TaneFirebase.DatabaseQuery
@_exported public import class TaneFirebase.DatabaseReference
@_exported public import struct TaneFirebase.TransactionResult
@_exported public import typealias TaneFirebase.DatabaseHandle
