// `Codable` support was a separate module and is now part of `FirebaseFirestore`.
@_exported public import FirebaseFirestore
