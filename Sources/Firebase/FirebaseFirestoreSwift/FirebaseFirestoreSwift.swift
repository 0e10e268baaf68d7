// `Codable` support was a module of its own, and is part of `FirebaseFirestore` now.
@_exported public import FirebaseFirestore
