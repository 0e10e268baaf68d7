// `Codable` support was a separate module and is now part of `FirebaseDatabase`.
@_exported public import FirebaseDatabase
