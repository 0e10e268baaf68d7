// Re-exports the declarations that this module has in the Firebase SDK, so that code that imports
// it compiles unchanged.
@_exported public import class TaneRuntime.FirebaseApp
@_exported public import class TaneRuntime.FirebaseConfiguration
@_exported public import class TaneRuntime.FirebaseOptions
@_exported public import enum TaneRuntime.FirebaseLoggerLevel
