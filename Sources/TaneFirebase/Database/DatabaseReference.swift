import Foundation
public import TaneCore

// `@unchecked Sendable` restates the conformance inherited from `DatabaseQuery`.
/// A location in a Realtime Database, with the API of the Firebase iOS SDK.
///
/// A reference is immutable, and creating one reads nothing. Used as a query, it selects all
/// children of the node. Operations throw a `FirebaseError` if the path contains a forbidden key.
///
/// ```swift
/// let shop = manager.shopsReference.child("shops/0")
/// try await shop.updateChildValues(["name": "麺屋", "owner/phone": NSNull()])
/// let name = try await shop.child("name").getData().value as? String
/// ```
public final class DatabaseReference: DatabaseQuery, @unchecked Sendable {
  init(database: DatabaseConnection, path: TreePath) {
    super.init(DatabaseQueryDraft(database: database, path: path))
  }

  /// The path of the reference below the root of its database.
  public var path: TreePath { draft.path }

  /// The name of the database in the profile of its environment.
  public var databaseName: String { database.name }

  /// The last key of the path; nil for the root.
  public var key: String? { path.key }

  /// The reference one level up; nil for the root.
  public var parent: DatabaseReference? {
    path.isRoot ? nil : DatabaseReference(database: database, path: path.parent)
  }

  /// The root of the database.
  public var root: DatabaseReference { DatabaseReference(database: database, path: .root) }

  /// The URL of the node: the URL of its database in the profile, followed by the percent-encoded
  /// path.
  ///
  /// ```swift
  /// print(reference.child("shops/0").url)  // "https://demo-shops.firebaseio.com/shops/0"
  /// ```
  public var url: String {
    let keys = path.components.map {
      $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", "_", "~"])) ?? $0
    }
    let location = database.url ?? "embedded:\(database.name)"
    // An emulator's namespace is a query parameter, which follows the path.
    let parts = location.split(separator: "?", maxSplits: 1).map(String.init)
    let url = ([parts[0]] + keys).joined(separator: "/")
    return parts.count == 1 ? url : "\(url)?\(parts[1])"
  }

  /// Returns the node at a path below this one; keys are separated by slashes and not
  /// percent-decoded.
  ///
  /// ```swift
  /// let name = manager.shopsReference.child("shops/0/name")
  /// ```
  public func child(_ pathString: String) -> DatabaseReference {
    DatabaseReference(database: database, path: path.appending(TreePath(keysOf: pathString)))
  }

  /// Returns a child with a new key, which sorts after all previous ones (`PushIDGenerator`).
  ///
  /// ```swift
  /// let message = reference.child("messages").childByAutoId()
  /// try await message.setValue(["text": "こんにちは"])
  /// ```
  public func childByAutoId() -> DatabaseReference { child(database.pushIDs.next()) }
}

extension DatabaseReference {
  /// The address of the node in its environment.
  public var address: Address { Address(service: database.name, path: path) }
}

extension DatabaseReference {
  /// Returns the database for reading, or throws if it is unavailable or the path is invalid.
  func reader() throws -> any TreeReader {
    let reader = try database.reader
    try DatabaseValidator.check(path, in: database.name)
    return reader
  }
}
