import Foundation
import TestSupport
import Synchronization
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Uploads and downloads of files and bytes report their progress")
struct TransferTests {
  private let store = InMemoryObjectStore(service: "images", now: { 1_714_555_800_123 })
  private let root: StorageReference
  private let folder: URL

  init() throws {
    root = FirebaseStorageManager(buckets: ["images": store]).storageReference
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// A log of a transfer's progress: completed and total units.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func note(_ progress: Progress?) {
      let line = "\(progress?.completedUnitCount ?? -1)/\(progress?.totalUnitCount ?? -1)"
      lines.withLock { $0.append(line) }
    }
  }

  @Test("A file is uploaded with the media type of its extension, and downloaded again")
  func files() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("ラーメン.JPG")
    try Data([1, 2, 3]).write(to: source)
    let sent = Log()
    let stored = try await root.child("a").putFileAsync(from: source, onProgress: sent.note)
    #expect(stored.contentType == "image/jpeg")
    #expect(stored.size == 3)
    #expect(sent.all == ["0/3", "3/3"])
    let target = folder.appendingPathComponent("copy")
    let received = Log()
    #expect(
      try await root.child("a").writeAsync(toFile: target, onProgress: received.note) == target
    )
    #expect(try Data(contentsOf: target) == Data([1, 2, 3]))
    #expect(received.all == ["3/3"])
    let metadata = StorageMetadata()
    metadata.contentType = "image/x-own"
    let own = try await root.child("b").putFileAsync(from: source, metadata: metadata)
    #expect(own.contentType == "image/x-own")
  }

  @Test("A missing source file or target folder fails a transfer")
  func missing() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let missing = folder.appendingPathComponent("none.jpg")
    let reading = await failure { try await root.child("a").putFileAsync(from: missing) }
    #expect(reading.hasPrefix("images:/a: the file \(missing.path) cannot be read: "))
    _ = try await root.child("a").putDataAsync(Data([1]))
    let target = folder.appendingPathComponent("no/such/file")
    let writing = await failure { try await root.child("a").writeAsync(toFile: target) }
    #expect(writing.hasPrefix("images:/a: the file \(target.path) cannot be written: "))
    #expect(
      await failure { try await root.child("x").writeAsync(toFile: target) }
        == #"the object "x" does not exist"#
    )
  }

  @Test("A transfer reports every step of a store that reports progress")
  func steps() async throws {
    let store = SteppingObjectStore(base: store)
    let root = FirebaseStorageManager(buckets: ["images": store]).storageReference
    let log = Log()
    _ = try await root.child("a").putDataAsync(Data(count: 4), onProgress: log.note)
    #expect(log.all == ["0/4", "2/4", "4/4"])
    let received = Log()
    let target = folder.appendingPathComponent("copy")
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await root.child("a").writeAsync(toFile: target, onProgress: received.note)
    #expect(received.all == ["2/4", "4/4"])
  }

  @Test("Updating metadata changes only the properties that were set")
  func metadata() async throws {
    let image = root.child("a")
    let first = StorageMetadata()
    first.contentType = "image/jpeg"
    first.cacheControl = "no-cache"
    first.customMetadata = ["user": "1", "shop": "2", "old": "x"]
    _ = try await image.putDataAsync(Data([1]), metadata: first)
    let read = try await image.getMetadata()
    let other = StorageMetadata()
    other.contentLanguage = "ja"
    #expect(try await image.updateMetadata(other).contentLanguage == "ja")
    read.cacheControl = nil
    read.contentType = nil
    read.customMetadata?["old"] = nil
    read.customMetadata?["user"] = "3"
    let updated = try await image.updateMetadata(read)
    #expect(updated.contentType == "application/octet-stream")
    #expect(updated.cacheControl == nil)
    #expect(updated.contentLanguage == "ja")
    #expect(updated.customMetadata == ["user": "3", "shop": "2"])
    #expect(updated.metageneration == 3)
    #expect(updated.generation == read.generation)
    #expect(try await image.data(maxSize: 1) == Data([1]))
    #expect(
      await failure { try await root.child("x").updateMetadata(StorageMetadata()) }
        == #"the object "x" does not exist"#
    )
  }

  @Test("A served bucket returns download URLs, and an embedded one URLs of local copies")
  func downloadURL() async throws {
    #expect(
      await failure { try await root.child("a").downloadURL() } == #"the object "a" does not exist"#
    )
    for name in ["a/ラーメン.jpg", "a/..", "b/" + String(repeating: "長", count: 200) + ".jpg"] {
      let bytes = Data(name.utf8)
      _ = try await root.child(name).putDataAsync(bytes)
      let url = try await root.child(name).downloadURL()
      #expect(url.isFileURL)
      #expect(try Data(contentsOf: url) == bytes)
      _ = try await root.child(name).putDataAsync(Data("other".utf8))
      #expect(try await root.child(name).downloadURL() != url)
      #expect(try Data(contentsOf: url) == bytes)
    }
    let served = FirebaseStorageManager(buckets: ["images": SteppingObjectStore(base: store)])
      .storageReference
    #expect(
      try await served.child("a b").downloadURL().absoluteString
        == "https://example.com/a%20b?token=t"
    )
  }

  @Test("A read-only bucket returns existing download URLs and creates none")
  func downloadURLForReading() async throws {
    let refusal = StoreError(.readOnly, service: "staging", "it was opened for reading only")
    func reading(_ bucket: any ObjectStore) -> StorageReference {
      let manager = FirebaseStorageManager()
      let stores = EnvironmentStores(["images": bucket], as: .buckets)
      let services = OpenedEnvironment(stores.readers, refusingWrites: refusal)
      manager.use(services, environment: "staging")
      return manager.storageReference
    }
    let served = reading(SteppingObjectStore(base: store))
    let url = try await served.child("shared").downloadURL()
    #expect(url.absoluteString == "https://example.com/shared?token=s")
    #expect(await failure { try await served.child("a").downloadURL() } == refusal.description)
    #expect(await failure { try await served.child("a").delete() } == refusal.description)
    _ = try await root.child("a").putDataAsync(Data([1]))
    let copy = try await reading(store).child("a").downloadURL()
    #expect(try Data(contentsOf: copy) == Data([1]))
  }
}

/// A bucket that reports progress in two steps, and whose objects have download URLs.
private struct SteppingObjectStore: ForwardingObjectStore {
  let base: any ObjectStore

  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject {
    onProgress(data.count / 2)
    onProgress(data.count / 2)
    return try await base.put(data, at: name, metadata: metadata, if: precondition)
  }

  func data(
    at name: String,
    maximumSize: Int,
    onProgress: @escaping @Sendable (Int, Int) -> Void
  ) async throws -> [UInt8] {
    let data = try await base.data(at: name, maximumSize: maximumSize)
    onProgress(data.count / 2, data.count)
    onProgress(data.count, data.count)
    return data
  }

  let isServed = true

  func existingDownloadURL(of name: String) async throws -> String? {
    name == "shared" ? "https://example.com/shared?token=s" : nil
  }

  func downloadURL(of name: String) async throws -> String? {
    "https://example.com/\(name.replacing(" ", with: "%20"))?token=t"
  }
}
