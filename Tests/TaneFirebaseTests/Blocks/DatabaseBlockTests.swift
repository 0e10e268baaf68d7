import Foundation
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("A database can be used with completion blocks")
struct DatabaseBlockTests {
  private let manager = RealtimeDatabaseManager(databases: ["shops": InMemoryTreeStore()])
  private var root: DatabaseReference { manager.shopsReference }

  /// Returns the error or the reference that a block received, and whether it ran on the main
  /// queue.
  private func told(_ call: (@escaping DatabaseReference.CompletionBlock) -> Void) async -> String {
    await withCheckedContinuation { continuation in
      call { error, reference in
        let text = error.map(\.localizedDescription) ?? "\(reference)"
        continuation.resume(returning: "\(text) \(MainQueueMark.isHere)")
      }
    }
  }

  @Test("Every write to a database calls its block on the main queue with the reference")
  func writes() async throws {
    let shop = root.child("shop")
    #expect(await told { shop.setValue(["a": 1], withCompletionBlock: $0) } == "shops:/shop true")
    #expect(
      await told { shop.updateChildValues(["b": 2], withCompletionBlock: $0) } == "shops:/shop true"
    )
    #expect(try await shop.getData().tree == Tree(["a": 1, "b": 2]))
    #expect(await told { shop.child("a").removeValue(completionBlock: $0) } == "shops:/shop/a true")
    #expect(await told { shop.setPriority(nil, withCompletionBlock: $0) } == "shops:/shop true")
    #expect(
      await told { shop.onDisconnectSetValue(9, withCompletionBlock: $0) } == "shops:/shop true"
    )
    #expect(
      await told { shop.child("b").cancelDisconnectOperations(completionBlock: $0) }
        == "shops:/shop/b true"
    )
    #expect(try await shop.getData().tree == Tree(["b": 2]))
    try await manager.goOffline()
    #expect(try await shop.getData().value as? Int == 9)
    let error: (any Error)? = await withCheckedContinuation { continuation in
      do {
        try shop.setValue(from: ["c": 3]) { continuation.resume(returning: $0) }
      } catch {
        continuation.resume(returning: error)
      }
    }
    #expect(error == nil)
    #expect(try await shop.getData().tree == Tree(["c": 3]))
  }

  @Test("A completion block receives errors about values and databases")
  func errors() async {
    #expect(
      await told { root.child("a").setValue(Date(), withCompletionBlock: $0) }
        == "shops:/a: a Date cannot be written; write its milliseconds since 1970, or text true"
    )
    #expect(
      await told { manager.shopReference.child("a").setValue(1, withCompletionBlock: $0) }
        == #"no database "shop" in environment "local" (shops); did you mean "shops"? true"#
    )
  }

  @Test("Writes with blocks keep their order, and a read returns the preceding writes")
  func order() async {
    let place = root.child("order")
    // In a function that is not async, because an async function would call the async method.
    func count() { for number in 0..<200 { place.setValue(number) } }
    count()
    let value = await withCheckedContinuation { continuation in
      place.getData { error, snapshot in
        continuation.resume(returning: error == nil ? snapshot?.value as? Int : nil)
      }
    }
    #expect(value == 199)
  }

  @Test("A transaction runs both of its blocks on the main queue")
  func transactions() async throws {
    let likes = root.child("likes")
    let (text, count): (String, Int?) = await withCheckedContinuation { continuation in
      likes.runTransactionBlock { data in
        data.value = (data.value as? Int ?? 0) + (MainQueueMark.isHere ? 1 : 100)
        return .success(withValue: data)
      } andCompletionBlock: { error, committed, snapshot in
        continuation.resume(
          returning: (
            "\(error as Any) \(committed) \(MainQueueMark.isHere)", snapshot?.value as? Int
          )
        )
      }
    }
    #expect(text == "nil true true")
    #expect(count == 1)
    let aborted: Bool = await withCheckedContinuation { continuation in
      likes.runTransactionBlock(
        { _ in .abort() },
        andCompletionBlock: { _, committed, _ in continuation.resume(returning: committed) },
        withLocalEvents: false
      )
    }
    #expect(!aborted)
  }

  @Test("Observers are called on the main queue until they are removed")
  @MainActor
  func observers() async throws {
    let place = root.child("observed")
    var heard: [String] = []
    let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
    let handle = place.observe(.value) { snapshot in
      heard.append("\(snapshot.value ?? "") \(MainQueueMark.isHere)")
      continuation.yield()
    }
    var iterator = calls.makeAsyncIterator()
    await iterator.next()
    try await place.setValue(1)
    await iterator.next()
    place.removeObserver(withHandle: handle)
    try await place.setValue(2)
    let (key, previous): (String, String?) = await withCheckedContinuation { continuation in
      root.observeSingleEvent(
        of: .childAdded,
        andPreviousSiblingKeyWith: { continuation.resume(returning: ($0.key, $1)) }
      )
    }
    #expect(heard == ["\(NSNull()) true", "1 true"])
    #expect(key == "observed" && previous == nil)
  }

  @Test("Observing an unknown database calls the cancel block")
  func unknown() async {
    let error: String = await withCheckedContinuation { continuation in
      manager.shopReference.observe(
        .value,
        with: { _ in },
        withCancel: { continuation.resume(returning: $0.localizedDescription) }
      )
    }
    #expect(error == #"no database "shop" in environment "local" (shops); did you mean "shops"?"#)
  }

  @Test("A snapshot's children are enumerated once each")
  func children() async throws {
    try await root.setValue(["a": 1, "b": 2, "c": 3])
    let children = try await root.getData().children
    #expect(children.nextObject()?.key == "a")
    #expect(children.allObjects.map(\.key) == ["b", "c"])
    #expect(children.nextObject() == nil)
  }

  @Test("A database reference has a URL with a percent-encoded path")
  func url() {
    #expect(root.child("shops/麺屋 0").url == "embedded:shops/shops/%E9%BA%BA%E5%B1%8B%200")
    #expect(root.url == "embedded:shops")
  }
}

#if compiler(>=6.2) && !os(iOS)
@Suite("Unhandled errors are written to standard error")
struct UnheardErrorTests {
  @Test("Errors of writes and observers without error blocks are written to standard error")
  func unheard() async throws {
    await #expect(processExitsWith: .success) {
      let pipe = Pipe()
      let standardError = dup(STDERR_FILENO)
      dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
      let manager = RealtimeDatabaseManager(databases: ["shops": InMemoryTreeStore()])
      func write() { manager.shopReference.child("a").setValue(1) }
      write()
      manager.shopReference.observe(.value) { _ in }
      manager.shopReference.observeSingleEvent(of: .value) { _ in }
      let line =
        #"TaneFirebase: no database "shop" in environment "local" (shops); did you mean "shops"?"#
      var text = ""
      while text.split(separator: "\n").count < 3 {
        text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      }
      // Nothing reads the pipe when the process writes to standard error at exit.
      dup2(standardError, STDERR_FILENO)
      #expect(text == "\(line)\n\(line)\n\(line)\n")
    }
  }
}
#endif
