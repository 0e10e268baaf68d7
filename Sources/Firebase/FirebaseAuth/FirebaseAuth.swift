// The names that Firebase's SDK has in this module, for code that imports it unchanged.
@_exported public import class TaneFirebase.Auth
@_exported public import enum TaneFirebase.AuthErrorCode
@_exported public import struct TaneFirebase.AuthDataResult
@_exported public import typealias TaneFirebase.AuthStateDidChangeListenerHandle
@_exported public import typealias TaneFirebase.User
