// The names that Firebase's SDK has in this module, for code that imports it unchanged.
@_exported public import class TaneRuntime.FirebaseApp
@_exported public import class TaneRuntime.FirebaseConfiguration
@_exported public import class TaneRuntime.FirebaseOptions
@_exported public import enum TaneRuntime.FirebaseLoggerLevel
