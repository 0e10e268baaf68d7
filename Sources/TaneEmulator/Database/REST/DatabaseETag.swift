import HTTPTypes
import TaneCore

/// The ETag of a node: its hash, or a fixed text if the node does not exist.
///
/// See <https://firebase.google.com/docs/database/rest/save-data#section-conditional-requests>.
enum DatabaseETag {
  private static let nullETag = "null_etag"

  static func of(_ node: DatabaseNode?) -> String {
    node == nil ? nullETag : NodeHash.of(node)
  }

  /// Returns the node hash that an ETag represents, or an empty string if the node does not exist.
  static func hash(of tag: String) -> String {
    tag == nullETag ? "" : tag
  }
}

extension HTTPField.Name {
  fileprivate static let firebaseETag = HTTPField.Name("X-Firebase-ETag")
}

extension HTTPFields {
  /// A Boolean value indicating whether the client requests the response's ETag with
  /// `X-Firebase-ETag: true`.
  var wantsETag: Bool {
    HTTPField.Name.firebaseETag.flatMap { self[$0] }?.lowercased() == "true"
  }
}
