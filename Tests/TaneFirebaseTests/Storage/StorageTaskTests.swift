import Foundation
import TestSupport
import Synchronization
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Uploads and downloads are observed, paused, resumed and cancelled")
@MainActor
struct StorageTaskTests {
  private let store = HeldObjectStore()
  private let image: StorageReference

  init() {
    image = FirebaseStorageManager(buckets: ["images": store]).storageReference.child("a")
  }

  /// Returns all events of a task, which are passed to a function as they arrive.
  private func heard(_ task: StorageTask, _ onEvent: (String) -> Void = { _ in }) async -> [String]
  {
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    for status in [StorageTaskStatus.resume, .progress, .pause, .success, .failure] {
      task.observe(status) { snapshot in
        let count = snapshot.progress.map { "\($0.completedUnitCount)/\($0.totalUnitCount)" } ?? ""
        let end = snapshot.metadata.map { "\($0.size)" } ?? snapshot.error?.localizedDescription
        continuation.yield("\(status) \(count) \(end ?? "")".trimmingCharacters(in: .whitespaces))
        if status == .success || status == .failure { continuation.finish() }
      }
    }
    var all: [String] = []
    for await event in events {
      all.append(event)
      onEvent(event)
    }
    return all
  }

  @Test("An upload reports its progress and result, and calls its block on the main queue")
  func upload() async throws {
    store.release(3)
    let (stored, isMain): (Int64?, Bool) = await withCheckedContinuation { continuation in
      image.putData(Data([1, 2, 3])) { metadata, _ in
        continuation.resume(returning: (metadata?.size, MainQueueMark.isHere))
      }
    }
    #expect(stored == 3 && isMain)
    let task = image.putData(Data([1, 2]))
    #expect(await heard(task) == ["progress 0/2", "progress 2/2", "success 2/2 2"])
    // An observer that is added after the end is called immediately.
    let end = await withCheckedContinuation { continuation in
      task.observe(.success) { continuation.resume(returning: $0.status) }
    }
    #expect(end == .success)
    #expect(task.snapshot.status == .success)
    let result: Result<StorageMetadata, any Error> = await withCheckedContinuation { continuation in
      image.putData(Data([4])) { continuation.resume(returning: $0) }
    }
    #expect(try result.get().size == 1)
  }

  @Test("A paused upload starts over when it is resumed")
  func pausing() async throws {
    let task = image.putData(Data([1, 2]))
    let events = await heard(task) { event in
      switch event {
      case "progress 0/2" where store.count == 0: task.pause()
      case "pause 0/2":
        store.release(1)
        task.resume()
      default: break
      }
    }
    #expect(
      events == [
        "progress 0/2", "pause 0/2", "resume 0/2", "progress 0/2", "progress 2/2", "success 2/2 2",
      ]
    )
    #expect(try await image.data(maxSize: 9) == Data([1, 2]))
  }

  @Test("A cancelled upload stores nothing and stays cancelled")
  func cancelling() async throws {
    let task = image.putData(Data([1, 2]))
    let events = await heard(task) { if $0 == "progress 0/2" { task.cancel() } }
    #expect(events == ["progress 0/2", "failure 0/2 the operation was canceled"])
    task.resume()
    task.pause()
    #expect(task.snapshot.status == .failure)
    #expect((task.snapshot.error as NSError?)?.code == StorageErrorCode.cancelled.rawValue)
    #expect(try await store.object(at: "a") == nil)
  }

  @Test("Observers of a storage task are removed by handle, by status or all at once")
  func removing() async throws {
    store.release(9)
    var heard: [String] = []
    let task = image.putData(Data([1]))
    let first = task.observe(.progress) { _ in heard.append("first") }
    task.observe(.success) { _ in heard.append("second") }
    task.observe(.failure) { _ in heard.append("third") }
    task.removeObserver(withHandle: first)
    task.removeAllObservers(for: .success)
    await withCheckedContinuation { done in task.observe(.success) { _ in done.resume() } }
    #expect(heard == [])
    task.removeAllObservers()
  }

  @Test("Downloads, listings and deletions call completion blocks of both forms")
  func downloads() async throws {
    store.release(9)
    _ = try await image.putDataAsync(Data([1, 2, 3]))
    let data: Data? = await withCheckedContinuation { continuation in
      image.getData(maxSize: 3) { data, _ in continuation.resume(returning: data) }
    }
    #expect(data == Data([1, 2, 3]))
    let error: String? = await withCheckedContinuation { continuation in
      image.getData(maxSize: 2) { continuation.resume(returning: $1?.localizedDescription) }
    }
    #expect(error == "the object is 3 bytes in size, more than the 2 that maxSize allows")
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let written: URL? = await withCheckedContinuation { continuation in
      image.write(toFile: file) { url, _ in continuation.resume(returning: url) }
    }
    #expect(written == file)
    #expect(try Data(contentsOf: file) == Data([1, 2, 3]))
    let url: URL? = await withCheckedContinuation { continuation in
      image.downloadURL { url, _ in continuation.resume(returning: url) }
    }
    #expect(url?.isFileURL == true)
    let names: Result<StorageListResult, any Error> = await withCheckedContinuation { done in
      image.root().listAll { done.resume(returning: $0) }
    }
    #expect(try names.get().items.map(\.name) == ["a"])
    let failed: String? = await withCheckedContinuation { continuation in
      image.root().child("x").delete { continuation.resume(returning: $0?.localizedDescription) }
    }
    #expect(failed == #"the object "x" does not exist"#)
  }

  @Test("Progress blocks run on the caller's actor and can change its state")
  func progress() async throws {
    store.release(1)
    var steps: [Int64] = []
    _ = try await image.putDataAsync(Data([1, 2])) { steps.append($0?.completedUnitCount ?? -1) }
    #expect(steps == [0, 2])
  }
}

/// A bucket that stores an object only after a test has released it.
private final class HeldObjectStore: ForwardingObjectStore {
  let base: any ObjectStore = InMemoryObjectStore(service: "images")
  private let turns = Mutex(0)
  private let taken = Mutex(0)
  private let signals = AsyncStream.makeStream(of: Void.self)

  var count: Int { taken.withLock { $0 } }

  func release(_ count: Int) {
    turns.withLock { $0 += count }
    signals.continuation.yield()
  }

  private func take() -> Bool {
    turns.withLock { turns in
      guard turns > 0 else { return false }
      turns -= 1
      return true
    }
  }

  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    while !take() {
      for await _ in signals.stream { break }
      try Task.checkCancellation()
    }
    taken.withLock { $0 += 1 }
    return try await base.put(data, at: name, metadata: metadata, if: precondition)
  }
}
