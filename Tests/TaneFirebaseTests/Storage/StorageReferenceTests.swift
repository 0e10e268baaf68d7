import Foundation
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("A storage reference is a name in a bucket")
struct StorageReferenceTests {
  private let root = FirebaseStorageManager(
    buckets: ["images": InMemoryObjectStore(service: "images", now: { 1_714_555_800_123 })]
  ).storageReference

  @Test("An object name ignores leading, trailing and repeated slashes")
  func normalisation() {
    for path in ["a/b.jpg", "/a/b.jpg", "a/b.jpg/", "a///b.jpg"] {
      #expect(root.child(path).fullPath == "a/b.jpg")
      #expect(root.child(path) == root.child("a").child("b.jpg"))
    }
    #expect(root.child("").fullPath == "")
  }

  @Test("A storage reference has a name, a parent and a root")
  func navigation() {
    let image = root.child("shops/0/a.jpg")
    #expect(image.name == "a.jpg")
    #expect(image.bucket == "images")
    #expect(image.parent() == root.child("shops/0"))
    #expect(root.child("a").parent() == root)
    #expect(root.parent() == nil)
    #expect(image.root() == root)
    #expect(root.name == "")
    #expect("\(image)" == "images:/shops/0/a.jpg")
    #expect(Set([image, root.child("shops/0/a.jpg")]).count == 1)
  }

  @Test("An object is read back with the bytes and metadata that were uploaded")
  func objects() async throws {
    let image = root.child("shops/0/a.jpg")
    let metadata = StorageMetadata()
    metadata.contentType = "image/jpeg"
    metadata.cacheControl = "no-cache"
    metadata.contentDisposition = "inline"
    metadata.contentEncoding = "identity"
    metadata.contentLanguage = "ja"
    metadata.customMetadata = ["uploaded_user": "1000001"]
    let put = try await image.putDataAsync(Data([1, 2, 3]), metadata: metadata)
    let read = try await image.getMetadata()
    for stored in [put, read] {
      #expect(stored.contentType == "image/jpeg")
      #expect(stored.cacheControl == "no-cache")
      #expect(stored.contentDisposition == "inline")
      #expect(stored.contentEncoding == "identity")
      #expect(stored.contentLanguage == "ja")
      #expect(stored.customMetadata == ["uploaded_user": "1000001"])
      #expect(stored.bucket == "images")
      #expect(stored.path == "shops/0/a.jpg")
      #expect(stored.name == "a.jpg")
      #expect(stored.size == 3)
      #expect(stored.metageneration == 1)
      #expect(stored.timeCreated == Date(timeIntervalSince1970: 1_714_555_800.123))
      #expect(stored.updated == stored.timeCreated)
    }
    #expect(put.generation == read.generation)
    #expect(try await image.data(maxSize: 3) == Data([1, 2, 3]))
  }

  @Test("An object uploaded without metadata has the service's default media type")
  func defaults() async throws {
    let stored = try await root.child("a").putDataAsync(Data())
    #expect(stored.contentType == "application/octet-stream")
    #expect(stored.customMetadata == nil)
    let fresh = StorageMetadata()
    #expect(fresh.contentType == nil && fresh.name == nil && fresh.size == 0)
  }

  @Test("Storage errors have the SDK's cases, codes and domain")
  func failures() async throws {
    let missing = root.child("no/such.jpg")
    for operation in [
      { _ = try await missing.data(maxSize: 1) }, { _ = try await missing.getMetadata() },
      { try await missing.delete() },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: StorageError.self) { try await operation() }
      guard case .objectNotFound(let object, _) = error else {
        Issue.record("\(String(describing: error)) is another failure")
        continue
      }
      #expect(object == "no/such.jpg")
      #expect(error?.code.rawValue == -13010)
    }
    #expect(
      await failure { try await missing.getMetadata() }
        == #"the object "no/such.jpg" does not exist"#
    )

    _ = try await root.child("big").putDataAsync(Data(count: 10))
    let error = await #expect(throws: StorageError.self) {
      try await root.child("big").data(maxSize: 9)
    }
    guard case .downloadSizeExceeded(let total, let maxSize) = error else {
      Issue.record("\(String(describing: error)) is another failure")
      return
    }
    #expect((total, maxSize) == (10, 9))
    let bridged = try #require(error) as NSError
    #expect(bridged.code == StorageErrorCode.downloadSizeExceeded.rawValue)
    #expect(bridged.domain == "FIRStorageErrorDomain")
    #expect(
      bridged.localizedDescription
        == "the object is 10 bytes in size, more than the 9 that maxSize allows"
    )
    #expect(try await root.child("big").data(maxSize: .max).count == 10)
  }

  @Test("The bucket's root and names that are too long are rejected")
  func names() async {
    let whole = "images:/ is the whole bucket; name an object with child(_:)"
    #expect(await failure { try await root.putDataAsync(Data()) } == whole)
    #expect(await failure { try await root.data(maxSize: 1) } == whole)
    let long = root.child(String(repeating: "麺", count: 342))
    #expect(
      await failure { try await long.putDataAsync(Data()) }
        == "the name \"\(String(repeating: "麺", count: 40))…\" is 1026 bytes long; an object's name has"
        + " at most 1024"
    )
  }

  @Test("A listing contains the objects and folders directly below a reference")
  func listing() async throws {
    for name in [
      "a.jpg", "shops/0/a.jpg", "shops/0/b.jpg", "shops/1/a.jpg", "shops/c.jpg", "z.jpg",
    ] {
      _ = try await root.child(name).putDataAsync(Data())
    }
    let top = try await root.listAll()
    #expect(top.items.map(\.fullPath) == ["a.jpg", "z.jpg"])
    #expect(top.prefixes.map(\.fullPath) == ["shops"])
    let shops = try await top.prefixes[0].list(maxResults: 1000)
    #expect(shops.items.map(\.name) == ["c.jpg"])
    #expect(shops.prefixes.map(\.name) == ["0", "1"])
    #expect(shops.pageToken == nil)
    #expect(try await root.child("none").listAll().items.isEmpty)
  }

  @Test("Page tokens return all pages of a listing")
  func pages() async throws {
    for index in 0..<7 { _ = try await root.child("many/\(index)").putDataAsync(Data()) }
    var names: [String] = []
    var page = try await root.child("many").list(maxResults: 3)
    names += page.items.map(\.name)
    while let token = page.pageToken {
      #expect(page.items.count <= 3)
      page = try await root.child("many").list(maxResults: 3, pageToken: token)
      names += page.items.map(\.name)
    }
    #expect(names == (0..<7).map(String.init))
    #expect(
      await failure { try await root.list(maxResults: 0) }
        == "maxResults is 0; a page has 1 to 1000 results"
    )
    #expect(
      await failure { try await root.list(maxResults: 1001) }
        == "maxResults is 1001; a page has 1 to 1000 results"
    )
  }

  @Test("A listing omits names with empty parts, as the service does")
  func emptyParts() async throws {
    let store = InMemoryObjectStore()
    for name in ["a//b", "a/b", "a/", "/a"] {
      _ = try await store.put([], at: name, metadata: ObjectMetadata(), if: .none)
    }
    let root = FirebaseStorageManager(buckets: ["images": store]).storageReference
    #expect(try await root.listAll().prefixes.map(\.fullPath) == ["a"])
    let below = try await root.child("a").listAll()
    #expect(below.items.map(\.fullPath) == ["a/b"])
    #expect(below.prefixes == [])
  }

  @Test("A deleted object cannot be downloaded")
  func deleting() async throws {
    let object = root.child("a")
    _ = try await object.putDataAsync(Data([1]))
    try await object.delete()
    #expect(
      await failure { try await object.data(maxSize: 1) } == #"the object "a" does not exist"#
    )
  }
}
