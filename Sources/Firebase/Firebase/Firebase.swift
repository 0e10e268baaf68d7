// Re-exports all services, like `import Firebase` in an app that links all of them.
@_exported public import FirebaseAuth
@_exported public import FirebaseCore
@_exported public import FirebaseDatabase
@_exported public import FirebaseFirestore
@_exported public import FirebaseRemoteConfig
@_exported public import FirebaseStorage
