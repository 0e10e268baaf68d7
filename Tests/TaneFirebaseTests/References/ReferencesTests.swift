import Foundation
import TaneCore
import TaneFirebase
import TaneInMemory
import TaneReferences
import Testing

/// A data layer that is generic over the types of its references.
private struct Profile<
  Node: RealtimeDatabaseNode,
  Object: BucketObject,
  Document: FirestoreDocument
> {
  let shops: Node
  let images: Object
  let post: Document

  func fill() async throws {
    try await shops.child("0").replaceValue(with: ["name": "麺屋", "rank": "A"])
    try await shops.child("0").replaceValues(["rank": "S"])
    try await images.child("0.jpg").store(Data("jpeg".utf8), contentType: "image/jpeg")
    try await post.replaceFields(with: ["text": "熱い"])
  }
}

@Suite("References can be used through their protocols")
struct ReferencesTests {
  @Test("A generic data layer reads and writes through the reference protocols")
  func references() async throws {
    let databases = RealtimeDatabaseManager(databases: ["shops": InMemoryTreeStore()])
    let buckets = FirebaseStorageManager(buckets: ["images": InMemoryObjectStore()])
    let firestore = FirestoreManager()
    firestore.use(documents: InMemoryDocumentStore(), environment: "local")
    let profile = Profile(
      shops: databases.shopsReference,
      images: buckets.storageReference,
      post: firestore.firestore.collection("posts").document("1")
    )
    try await profile.fill()

    let shop = try await profile.shops.child("0").getData()
    #expect(shop.key == "0" && shop.exists())
    #expect(try shop.decoded(as: [String: String].self) == ["name": "麺屋", "rank": "S"])
    let object = profile.images.child("0.jpg")
    #expect(try await object.data(maxSize: 10) == Data("jpeg".utf8))
    #expect(try await object.getMetadata().contentType == "image/jpeg")
    #expect(try await profile.post.decoded(as: [String: String].self) == ["text": "熱い"])
    let posts = firestore.firestore.collection("posts")
    #expect(try await posts.decodedDocuments(as: [String: String].self) == [["text": "熱い"]])
    try await profile.post.delete()
    #expect(try await profile.post.decoded(as: [String: String].self) == nil)
    try await profile.shops.child("0").replaceValue(with: nil)
    #expect(try await profile.shops.child("0").getData().exists() == false)
  }
}
