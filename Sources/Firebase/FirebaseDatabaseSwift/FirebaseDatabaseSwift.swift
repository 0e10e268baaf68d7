// `Codable` support was a module of its own, and is part of `FirebaseDatabase` now.
@_exported public import FirebaseDatabase
