// Re-exports `EnvironmentProfiles` from `TaneProject` and the managers from `TaneFirebase`, so that
// an app needs a single import, as with `import Firebase`.
@_exported public import TaneFirebase
@_exported public import TaneProject
