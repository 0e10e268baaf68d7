// Re-exports the declarations that this module has in the Firebase SDK, so that code that imports
// it compiles unchanged.
@_exported public import class TaneFirebase.ConfigUpdateListenerRegistration
@_exported public import class TaneFirebase.RemoteConfig
@_exported public import class TaneFirebase.RemoteConfigSettings
@_exported public import class TaneFirebase.RemoteConfigUpdate
@_exported public import class TaneFirebase.RemoteConfigValue
@_exported public import enum TaneFirebase.RemoteConfigCodableError
@_exported public import enum TaneFirebase.RemoteConfigFetchAndActivateStatus
@_exported public import enum TaneFirebase.RemoteConfigFetchStatus
@_exported public import enum TaneFirebase.RemoteConfigSource
@_exported public import enum TaneFirebase.RemoteConfigValueCodableError
@_exported public import let TaneFirebase.RemoteConfigErrorDomain
@_exported public import let TaneFirebase.RemoteConfigThrottledEndTimeInSecondsKey
@_exported public import let TaneFirebase.RemoteConfigUpdateErrorDomain
@_exported public import struct TaneFirebase.RemoteConfigError
@_exported public import struct TaneFirebase.RemoteConfigUpdateError
