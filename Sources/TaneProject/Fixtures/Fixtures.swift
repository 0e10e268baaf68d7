public import SystemPackage
public import TaneCore

/// The fixtures of an environment: its sets laid over each other, and every problem with them.
public struct Fixtures: Sendable {
  /// What fixtures say of a Realtime Database.
  public struct Database: Sendable {
    /// The database's name in the profile.
    public let name: String
    /// The tree from the root, as the files spell it: not yet in stored form.
    public let tree: Tree
    /// The nodes that files describe, of which none lies below another, in walk order.
    public let owned: [TreePath]
  }

  /// What fixtures say of an object in a storage bucket.
  public struct Object: Sendable, Hashable {
    /// The bucket's name in the profile.
    public let bucket: String
    /// The object's name, in Unicode's composed form.
    public let name: String
    /// The file that holds the bytes, as an absolute path.
    public let file: FilePath
    /// The number of bytes.
    public let size: Int
    /// The CRC-32C checksum of the bytes.
    public let crc32c: UInt32
    /// What is said of the object besides its bytes.
    public let metadata: ObjectMetadata
    /// The file, relative to the project.
    public let position: SourcePosition

    /// The object's address.
    public var address: Address { Address(bucket: bucket, object: name) }
  }

  /// What fixtures say of a Firestore document.
  public struct Document: Sendable {
    /// Where the document stands.
    public let path: DocumentPath
    /// The document with its tags, in the spelling of `Tree(document:in:)`, every value at the place where
    /// it was written.
    public let tree: Tree
    /// The fields to store, without those that the server sets.
    public let fields: DocumentFields
    /// The fields that the server sets to the time of the write.
    public let serverTimestamps: [FieldPath]
    /// The file, that of the last set that describes the document.
    public let position: SourcePosition

    /// The document's address.
    public var address: Address { Address(document: path) }
  }

  /// What fixtures say of a user's account.
  public struct Account: Sendable {
    /// The account to store where there is none: without a password, and made at no time yet.
    public let account: TaneCore.Account
    /// What is said of the account by its names in the file, every value at the place where it was
    /// written; without the password.
    public let tree: Tree
    /// The password, if one is said.
    public let password: Secret?
    /// Where the account's identifier stands.
    public let position: SourcePosition

    /// The account's address.
    public var address: Address { Address(account: account.localID) }
  }

  /// The sets, later over earlier.
  public let sets: [String]
  /// The databases that fixtures say something of, by name.
  public let databases: [Database]
  /// The objects, by bucket and name.
  public let objects: [Object]
  /// The Firestore database that the documents are for; nil where the environment has none.
  public let documentDatabase: DocumentDatabaseName?
  /// The documents, by path; none where the environment has no Firestore.
  public let documents: [Document]
  /// The accounts, by identifier; none where the environment has none.
  public let accounts: [Account]
  /// Every problem of all files, by place, each one once.
  public let diagnostics: [Diagnostic]
  /// The number of files read, the objects and their metadata included.
  public let fileCount: Int
}
