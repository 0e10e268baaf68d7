// The services that exist once in an environment and need no name in its profile.
extension Address {
  /// The service name in the addresses of Firestore's documents.
  package static let firestore = "firestore"
  /// The service name in the addresses of users' accounts.
  package static let accounts = "accounts"

  /// Creates the address of a document, or of a value in it: `firestore:/posts/p1/title`.
  package init(document path: DocumentPath, below field: TreePath = .root) {
    self.init(service: Self.firestore, path: TreePath(path.segments).appending(field))
  }

  /// Creates the address of a user's account, or of a value in it: `accounts:/user000001/email`.
  package init(account id: String, below field: TreePath = .root) {
    self.init(service: Self.accounts, path: TreePath([id]).appending(field))
  }
}
