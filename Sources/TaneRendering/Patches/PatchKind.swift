/// A format of patches.
package enum PatchKind: String, CaseIterable, Sendable {
  /// A JSON Patch (RFC 6902).
  case json
  /// A JSON Merge Patch (RFC 7396).
  case merge
  /// The body of a multi-path update of a Realtime Database.
  case rtdb
}
