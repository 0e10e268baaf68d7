// Re-exports `EnvironmentProfiles` of `TaneProject` and the managers of `TaneFirebase`, so that an
// app needs a single import, as with `import Firebase`.
@_exported public import TaneFirebase
@_exported public import TaneProject
