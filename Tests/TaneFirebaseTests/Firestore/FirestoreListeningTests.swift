import TestSupport
import Synchronization
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Listeners receive a first snapshot, and then only changes")
struct FirestoreListeningTests {
  private let ticks = Ticks()
  private let store = InMemoryDocumentStore()
  private let firestore: Firestore
  private var posts: CollectionReference { firestore.collection("posts") }

  init() {
    firestore = FirestoreManager(documents: store, pace: ticks.pace).firestore
  }

  @Test("A listener receives a document's creation, change and deletion")
  func document() async throws {
    let post = posts.document("1")
    var snapshots = post.snapshots.makeAsyncIterator()
    #expect(try await snapshots.next()?.exists == false)
    try await post.setData(["n": 1])
    #expect(try await snapshots.next()?["n"] as? Int == 1)
    try await post.setData(["n": 1])
    try await posts.document("2").setData(["n": 5])
    try await post.updateData(["n": 2])
    #expect(try await snapshots.next()?["n"] as? Int == 2)
    try await post.delete()
    #expect(try await snapshots.next()?.exists == false)
  }

  @Test("A listener receives writes by others at the next poll")
  func polling() async throws {
    let snapshots = Values(posts.document("1").snapshots)
    _ = try await snapshots.next()
    async let next = snapshots.next()
    while ticks.seconds.isEmpty { await Task.yield() }
    try await store.commit([
      DocumentWrite(
        path: DocumentPath(parsing: "posts/1"),
        operation: .update(["n": .integer(3)], mask: nil)
      )
    ])
    ticks.tick()
    #expect(try await next?["n"] as? Int == 3)
    #expect(ticks.seconds == [1])
  }

  /// A database whose streams of changes fail as unsupported.
  private struct MuteStore: ForwardingDocumentStore {
    let base: any DocumentStore

    func snapshots(of scope: DocumentScope) -> AsyncThrowingStream<[StoredDocument], any Error>? {
      AsyncThrowingStream { throw StoreError(.unsupported, service: "firestore", "no HTTP/2") }
    }
  }

  @Test("Listeners poll a database that turns out not to send changes")
  func fallback() async throws {
    let mute = MuteStore(base: store)
    let posts = FirestoreManager(documents: mute, pace: ticks.pace).firestore.collection("posts")
    var documents = posts.document("1").snapshots.makeAsyncIterator()
    var queries = posts.snapshots.makeAsyncIterator()
    #expect(try await documents.next()?.exists == false)
    #expect(try await queries.next()?.count == 0)
    // A write by this process is read immediately.
    try await posts.document("1").setData(["n": 1])
    #expect(try await documents.next()?["n"] as? Int == 1)
    #expect(try await queries.next()?.count == 1)
  }

  /// A database whose first stream of changes fails as unsupported, while later ones work.
  private final class RecoveringStore: ForwardingDocumentStore {
    let base: any DocumentStore
    private let told: AsyncThrowingStream<[StoredDocument], any Error>
    private let calls = Mutex(0)

    init(base: any DocumentStore, told: AsyncThrowingStream<[StoredDocument], any Error>) {
      (self.base, self.told) = (base, told)
    }

    func snapshots(of scope: DocumentScope) -> AsyncThrowingStream<[StoredDocument], any Error>? {
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      guard call == 1 else { return told }
      return AsyncThrowingStream {
        throw StoreError(.unsupported, service: "firestore", "no HTTP/2")
      }
    }
  }

  @Test("Polling stops when the database can send changes again")
  func recovery() async throws {
    let (told, tell) = AsyncThrowingStream<[StoredDocument], any Error>.makeStream()
    let store = RecoveringStore(base: store, told: told)
    let posts = FirestoreManager(documents: store, pace: ticks.pace).firestore.collection("posts")
    let snapshots = Values(posts.snapshots)
    #expect(try await snapshots.next()?.count == 0)
    async let next = snapshots.next()
    while ticks.seconds.isEmpty { await Task.yield() }
    ticks.tick()
    let time = DocumentTimestamp(milliseconds: 0)
    let path = DocumentPath(parsing: "posts/1")
    tell.yield([
      StoredDocument(path: path, fields: ["n": .integer(3)], createTime: time, updateTime: time)
    ])
    #expect(try await next?.documents.first?["n"] as? Int == 3)
    #expect(ticks.seconds == [1])
  }

  @Test("A query's snapshot lists added, modified and removed documents with indexes")
  func query() async throws {
    for (id, n) in [("a", 1), ("b", 2), ("c", 3)] { try await posts.document(id).setData(["n": n]) }
    var snapshots = posts.order(by: "n").snapshots.makeAsyncIterator()
    let first = try #require(try await snapshots.next())
    #expect(first.documentChanges.map(\.document.documentID) == ["a", "b", "c"])
    let batch = firestore.batch()
    batch.deleteDocument(posts.document("b"))
    batch.setData(["n": 9], forDocument: posts.document("a"))
    batch.setData(["n": 0], forDocument: posts.document("z"))
    try await batch.commit()
    let second = try #require(try await snapshots.next())
    #expect(second.documents.map(\.documentID) == ["z", "c", "a"])
    #expect(
      second.documentChanges.map {
        "\($0.type) \($0.document.documentID) \($0.oldIndex ?? -1) \($0.newIndex ?? -1)"
      } == ["removed b 1 -1", "added z -1 0", "modified a 1 2"]
    )
    try await posts.document("a").setData(["n": 9])
    try await firestore.document("other/1").setData(["n": 1])
    try await posts.document("c").delete()
    #expect(try await snapshots.next()?.documentChanges.map(\.type) == [.removed])
  }

  @Test("Applying a snapshot's changes in order to the previous list gives the new list")
  func changes() async throws {
    var random = SeededGenerator(seed: 11)
    var snapshots = posts.order(by: "n").snapshots.makeAsyncIterator()
    var list: [String] = []
    _ = try await snapshots.next()
    for round in 0..<60 {
      let batch = firestore.batch()
      for _ in 0..<4 {
        let document = posts.document(String(Int.random(in: 0..<8, using: &random)))
        if Bool.random(using: &random) {
          batch.deleteDocument(document)
        } else {
          batch.setData(["n": Int.random(in: 0..<9, using: &random)], forDocument: document)
        }
      }
      batch.setData(["n": round], forDocument: posts.document("always"))
      try await batch.commit()
      let snapshot = try #require(try await snapshots.next())
      for change in snapshot.documentChanges {
        if let index = change.oldIndex {
          #expect(list[index] == change.document.documentID)
          list.remove(at: index)
        }
        if let index = change.newIndex { list.insert(change.document.documentID, at: index) }
      }
      #expect(list == snapshot.documents.map(\.documentID))
    }
  }

  @Test("Listeners are called until they are removed, or until an error")
  func functions() async throws {
    let (calls, continuation) = AsyncStream.makeStream(of: String.self)
    let registration = posts.addSnapshotListener { snapshot, error in
      continuation.yield(error.map { "\($0)" } ?? "\(snapshot?.count ?? -1) posts")
    }
    let other = posts.document("1").addSnapshotListener { snapshot, _ in
      continuation.yield("exists \(snapshot?.exists ?? false)")
    }
    var iterator = calls.makeAsyncIterator()
    var seen = [await iterator.next(), await iterator.next()].compactMap(\.self)
    #expect(seen.sorted() == ["0 posts", "exists false"])
    other.remove()
    try await posts.document("1").setData([:])
    seen = [await iterator.next()].compactMap(\.self)
    #expect(seen == ["1 posts"])
    registration.remove()
    posts.limit(to: 0).addSnapshotListener { _, error in
      continuation.yield(error.map { "\($0)" } ?? "")
    }
    #expect(
      await iterator.next()
        == "firestore:/posts: a limit of 0 selects nothing; request at least 1 document"
    )
  }

  @Test("Cancelling the task ends a listener's snapshots")
  func cancellation() async throws {
    let posts = posts
    let task = Task {
      var count = 0
      for try await _ in posts.snapshots { count += 1 }
      return count
    }
    while ticks.seconds.isEmpty { await Task.yield() }
    task.cancel()
    #expect(try await task.value == 1)
  }
}
