// Re-exports the declarations that this module has in the Firebase SDK, so that code that imports
// it compiles unchanged.
@_exported public import class TaneFirebase.Auth
@_exported public import enum TaneFirebase.AuthErrorCode
@_exported public import struct TaneFirebase.AuthDataResult
@_exported public import typealias TaneFirebase.AuthStateDidChangeListenerHandle
@_exported public import typealias TaneFirebase.User
@_exported public import class TaneFirebase.AuthCredential
@_exported public import class TaneFirebase.OAuthCredential
@_exported public import class TaneFirebase.PhoneAuthCredential
@_exported public import class TaneFirebase.UserProfileChangeRequest
@_exported public import enum TaneFirebase.AuthErrors
@_exported public import enum TaneFirebase.EmailAuthProvider
@_exported public import enum TaneFirebase.FacebookAuthProvider
@_exported public import enum TaneFirebase.GitHubAuthProvider
@_exported public import enum TaneFirebase.GoogleAuthProvider
@_exported public import enum TaneFirebase.OAuthProvider
@_exported public import enum TaneFirebase.TwitterAuthProvider
@_exported public import let TaneFirebase.AuthErrorDomain
@_exported public import protocol TaneFirebase.AuthUIDelegate
@_exported public import protocol TaneFirebase.UserInfo
@_exported public import struct TaneFirebase.AdditionalUserInfo
@_exported public import struct TaneFirebase.AuthProviderID
@_exported public import struct TaneFirebase.AuthTokenResult
@_exported public import struct TaneFirebase.PhoneAuthProvider
@_exported public import struct TaneFirebase.UserMetadata
@_exported public import typealias TaneFirebase.IDTokenDidChangeListenerHandle
