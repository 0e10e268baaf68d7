import Synchronization
import SystemPackage
import TaneCore
import TaneTesting
import Testing

@testable import TaneEmbedded

@Suite("Observation of embedded documents")
struct DocumentObservationTests {
  private static let shops = DocumentScope.query(DocumentQuery(collectionID: "shops"))

  private static func put(_ path: String, _ number: Int64) -> DocumentWrite {
    let fields: DocumentFields = ["n": .integer(number)]
    return DocumentWrite(path: DocumentPath(parsing: path), operation: .update(fields, mask: nil))
  }

  private static func text(_ documents: [StoredDocument]?) -> String? {
    documents?.map { document in
      guard case .integer(let number)? = document.fields["n"] else { return document.path.id }
      return "\(document.path.id) \(number)"
    }.joined(separator: ", ")
  }

  @Test("An observer gets each state written by this process once, through any store")
  func own() async throws {
    let environment = try EmbeddedEnvironment.inMemory()
    let (observed, written) = (environment.documents("a"), environment.documents("a"))
    var states = try #require(observed.snapshots(of: Self.shops)).makeAsyncIterator()
    let path = DocumentPath(parsing: "shops/x")
    var document = try #require(observed.snapshots(of: .document(path))).makeAsyncIterator()
    #expect(Self.text(try await states.next()) == "")
    #expect(Self.text(try await document.next()) == "")
    for number in 1...20 as ClosedRange<Int64> {
      try await written.commit([Self.put("shops/x", number), Self.put("shops/y", -number)])
      try await environment.documents("b").commit([Self.put("shops/x", 0)])
      #expect(Self.text(try await states.next()) == "x \(number), y -\(number)")
      #expect(Self.text(try await document.next()) == "x \(number)")
    }
    try await written.removeAll()
    #expect(Self.text(try await states.next()) == "")
    #expect(Self.text(try await document.next()) == "")
  }

  @Test("An idle observation reads once per interval")
  func idle() async throws {
    let reads = Mutex(0)
    let sleeps = Mutex<[Duration]>([])
    let scope = Self.shops
    let signals = DocumentChangeNotifier()
    let observation = DocumentObservation(signals.signals(of: "a", scope)) { interval in
      let count = sleeps.withLock { sleeps in
        sleeps.append(interval)
        return sleeps.count
      }
      // Three intervals end, but not the fourth one.
      if count > 3 { try await Task.sleep(for: .seconds(3600)) }
    } read: {
      let count = reads.withLock { reads in
        reads += 1
        return reads
      }
      let number: Int64 = count < 5 ? 1 : 2
      let time = DocumentTimestamp(microseconds: 0)
      let path = DocumentPath(["shops", "x"])
      return [
        StoredDocument(
          path: path,
          fields: ["n": .integer(number)],
          createTime: time,
          updateTime: time
        )
      ]
    }
    #expect(Self.text(try await observation.next()) == "x 1")
    async let second = observation.next()
    while sleeps.withLock(\.count) < 4 { await Task.yield() }
    for _ in 0..<1000 { await Task.yield() }
    #expect(reads.withLock { $0 } == 4)
    signals.notifyObservers(of: nil, in: "a")
    #expect(Self.text(try await second) == "x 2")
    #expect(reads.withLock { $0 } == 5)
    #expect(
      sleeps.withLock { $0 } == [200, 400, 800, 1600].map { .milliseconds($0) }
    )
  }

  @Test("An observation ends with its task, and an invalid query fails")
  func ends() async throws {
    let environment = try EmbeddedEnvironment.inMemory()
    let documents = environment.documents("a")
    let stream = try #require(documents.snapshots(of: Self.shops))
    let (told, tell) = AsyncStream<Void>.makeStream()
    let task = Task {
      var count = 0
      for try await _ in stream {
        count += 1
        tell.yield()
      }
      return count
    }
    var first = told.makeAsyncIterator()
    await first.next()
    task.cancel()
    #expect(try await task.value == 1)
    let wrong = DocumentScope.query(DocumentQuery(collectionID: "c", limit: -1))
    var states = try #require(documents.snapshots(of: wrong)).makeAsyncIterator()
    await #expect(throws: StoreError.self) { _ = try await states.next() }
  }
}
