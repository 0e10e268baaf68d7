import Foundation
import Synchronization
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Firestore transactions are atomic and retried on conflicts")
struct FirestoreTransactionTests {
  private let store = InMemoryDocumentStore()
  private let firestore: Firestore
  private var post: DocumentReference { firestore.document("posts/1") }

  init() { firestore = FirestoreManager(documents: store).firestore }

  private func like(by number: Int = 1) async throws -> Any? {
    let post = post
    return try await firestore.runTransaction { transaction, error in
      do {
        let likes = try transaction.getDocument(post).get("likes") as? Int ?? 0
        transaction.updateData(["likes": likes + number], forDocument: post)
        return likes + number
      } catch let failure {
        error?.pointee = failure as NSError
        return nil
      }
    }
  }

  @Test("Concurrent Firestore transactions lose no updates")
  func concurrent() async throws {
    try await post.setData(["likes": 0])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<5 {
            // A transaction can fail after five conflicts; the app then retries it.
            while (try? await like()) == nil {}
          }
        }
      }
    }
    #expect(try await post.getDocument().get("likes") as? Int == 20)
  }

  @Test("A Firestore transaction whose block sets an error writes nothing and throws it")
  func refused() async throws {
    try await post.setData(["likes": 1])
    let post = post
    let error = await #expect(throws: (any Error).self) {
      _ = try await firestore.runTransaction { transaction, error in
        transaction.updateData(["likes": 2], forDocument: post)
        error?.pointee = NSError(domain: "app", code: 7)
        return nil
      }
    }
    #expect((error as NSError?)?.code == 7)
    #expect(try await post.getDocument().get("likes") as? Int == 1)
  }

  @Test("A transaction block that sets a Firestore error is not retried")
  func ownError() async throws {
    let post = post
    let runs = Mutex(0)
    await #expect(throws: (any Error).self) {
      _ = try await firestore.runTransaction { _, error in
        runs.withLock { $0 += 1 }
        error?.pointee = FirestoreError(.aborted, "\(post)") as NSError
        return nil
      }
    }
    #expect(runs.withLock { $0 } == 1)
  }

  @Test("A Firestore transaction fails after five attempts if its document keeps changing")
  func contended() async throws {
    let post = post
    let store = store
    let runs = Mutex(0)
    await #expect(throws: FirestoreError.self) {
      _ = try await firestore.runTransaction { transaction, _ in
        _ = try? transaction.getDocument(post)
        let number = runs.withLock {
          $0 += 1; return $0
        }
        let changed = DispatchSemaphore(value: 0)
        Task {
          try? await FirestoreManager(documents: store).firestore.document("posts/1").setData([
            "n": number
          ])
          changed.signal()
        }
        changed.wait()
        transaction.updateData(["likes": 1], forDocument: post)
        return nil
      }
    }
    #expect(runs.withLock { $0 } == 5)
    #expect(try await post.getDocument().data() as? [String: Int] == ["n": 5])
  }

  @Test("Reading after a write in a transaction is an error that explains the fix")
  func order() async throws {
    let post = post
    let value = try await firestore.runTransaction { transaction, _ in
      transaction.setData(["likes": 1], forDocument: post)
      do {
        return try transaction.getDocument(post)
      } catch {
        return (error as? FirestoreError)?.message
      }
    }
    #expect(
      value as? String
        == "firestore:/posts/1: the reads of a transaction must precede its writes; call getDocument earlier"
    )
  }

  @Test("A transaction calls its completion block on the main queue with its value")
  func block() async throws {
    let post = post
    let told = await withCheckedContinuation { done in
      firestore.runTransaction(
        { transaction, _ in
          transaction.setData(["likes": 3], forDocument: post)
          return "set"
        },
        completion: { value, error in
          done.resume(returning: "\(value ?? "-") \(error == nil) \(MainQueueMark.isHere)")
        }
      )
    }
    #expect(told == "set true true")
    #expect(try await post.getDocument().get("likes") as? Int == 3)
  }
}
