/// A format of patches.
package enum PatchKind: String, CaseIterable, Sendable {
  /// RFC 6902.
  case json
  /// RFC 7396.
  case merge
  /// The body of a multi-path update of a Realtime Database.
  case rtdb
}
