import Foundation
import Testing

/// Compiles the code of the guide for apps that link the Firebase SDK, with modules that have the
/// SDK's public signatures.
@Suite("Documentation of the SDK")
struct ReferencesTests {
  private static let page = "Sources/tane/Documentation.docc/References.md"

  /// The SDK's public members that the page uses, as declared in its headers and interfaces.
  private static let sdk = [
    "FirebaseDatabase": """
    open class DatabaseQuery {
      open func getData() async throws -> DataSnapshot { DataSnapshot() }
      open func getData(completion block: @escaping ((any Error)?, DataSnapshot?) -> Void) {}
    }
    open class DatabaseReference: DatabaseQuery {
      open var key: String? { nil }
      open func child(_ pathString: String) -> DatabaseReference { self }
      open func childByAutoId() -> DatabaseReference { self }
      open func setValue(_ value: Any?) {}
      @discardableResult open func setValue(_ value: Any?) async throws -> DatabaseReference { self }
      open func updateChildValues(_ values: [AnyHashable: Any]) {}
      @discardableResult
      open func updateChildValues(_ values: [AnyHashable: Any]) async throws -> DatabaseReference { self }
    }
    open class DataSnapshot {
      open var key: String { "" }
      open func exists() -> Bool { false }
    }
    extension DataSnapshot {
      public func data<T: Decodable>(as type: T.Type, decoder: Database.Decoder = Database.Decoder()) throws -> T {
        throw CancellationError()
      }
    }
    open class Database {
      public struct Decoder { public init() {} }
      open class func database() -> Database { Database() }
      open func useEmulator(withHost host: String, port: Int) { print("database", host, port) }
    }
    """,
    "FirebaseStorage": """
    public import Foundation
    open class StorageMetadata {
      public init() {}
      open var contentType: String?
    }
    open class StorageReference {
      open var fullPath: String { "" }
      open func child(_ path: String) -> StorageReference { self }
      open func data(maxSize: Int64) async throws -> Data { Data() }
      open func downloadURL() async throws -> URL { URL(filePath: "/") }
      open func delete(completion: (((any Error)?) -> Void)?) {}
      open func delete() async throws {}
    }
    extension StorageReference {
      public func putDataAsync(
        _ uploadData: Data, metadata: StorageMetadata? = nil, onProgress: ((Progress?) -> Void)? = nil
      ) async throws -> StorageMetadata { StorageMetadata() }
    }
    open class Storage {
      open class func storage() -> Storage { Storage() }
      open func useEmulator(withHost host: String, port: Int) { print("storage", host, port) }
    }
    """,
    "FirebaseFirestore": """
    open class Query {
      open func getDocuments() async throws -> QuerySnapshot { QuerySnapshot() }
    }
    open class QuerySnapshot {
      open var documents: [QueryDocumentSnapshot] { [] }
    }
    open class DocumentSnapshot {
      open var exists: Bool { false }
    }
    open class QueryDocumentSnapshot: DocumentSnapshot {}
    public enum ServerTimestampBehavior { case none }
    extension DocumentSnapshot {
      public func data<T: Decodable>(
        as type: T.Type, with serverTimestampBehavior: ServerTimestampBehavior = .none,
        decoder: Firestore.Decoder = Firestore.Decoder()
      ) throws -> T { throw CancellationError() }
    }
    open class CollectionReference: Query {
      open func document(_ documentPath: String) -> DocumentReference { DocumentReference() }
    }
    open class DocumentReference {
      open var documentID: String { "" }
      open func collection(_ collectionPath: String) -> CollectionReference { CollectionReference() }
      open func getDocument() async throws -> DocumentSnapshot { DocumentSnapshot() }
      open func setData(_ documentData: [String: Any]) {}
      open func setData(_ documentData: [String: Any]) async throws {}
      open func delete() {}
      open func delete() async throws {}
    }
    open class Firestore {
      public struct Decoder { public init() {} }
      open class func firestore() -> Firestore { Firestore() }
      open func useEmulator(withHost host: String, port: Int) { print("firestore", host, port) }
    }
    """,
    "FirebaseAuth": """
    open class User {
      open var uid: String { "" }
    }
    open class AuthDataResult {
      open var user: User { User() }
    }
    open class Auth {
      open class func auth() -> Auth { Auth() }
      open var currentUser: User? { nil }
      @discardableResult
      open func signIn(withEmail email: String, password: String) async throws -> AuthDataResult { AuthDataResult() }
      open func signOut() throws {}
      open func useEmulator(withHost host: String, port: Int) { print("auth", host, port) }
    }
    """,
  ]

  @Test("The SDK page has one file of conformances and one call for all four emulators")
  func conformances() async throws {
    let project = try TemporaryProject(["main.swift": "useEmulator(host: \"192.168.1.20\")\n"])
    let modules = TemporaryProject.repository.appending(path: "Sources/TaneReferences")
    let protocols = try FileManager.default.contentsOfDirectory(atPath: modules.path).sorted()
    try await project.compileModule(
      "TaneReferences",
      protocols.map { modules.appending(path: $0).path },
      into: ".",
      mode: "6"
    )
    for (name, text) in Self.sdk {
      try project.write(text, to: "\(name)/\(name).swift")
      try await project.compileModule(name, ["\(name)/\(name).swift"], into: ".", mode: "5")
    }
    let blocks = try Guide(at: Self.page, language: "console").blocks(in: "swift")
    #expect(blocks.count == 3)
    for (index, block) in blocks.enumerated() {
      try project.write(block, to: "Block\(index).swift")
    }
    let files = blocks.indices.map { "Block\($0).swift" }
    let objects = (["TaneReferences"] + Self.sdk.keys.sorted()).map { "\($0).o" }
    for mode in ["5", "6"] {
      try await project.swiftc(
        ["-I", ".", "-o", "app", "main.swift"] + files + objects,
        mode: mode
      )
    }
    let result = try await TaneProcess.run(
      [],
      in: project.root,
      executable: project.root.appending(path: "app")
    )
    let lines = [("database", 9000), ("storage", 9199), ("firestore", 8080), ("auth", 9099)]
    #expect(result.output == lines.map { "\($0.0) 192.168.1.20 \($0.1)\n" }.joined())
  }
}
