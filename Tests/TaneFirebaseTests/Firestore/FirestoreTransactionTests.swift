import Foundation
import Synchronization
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Transactions of Firestore")
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

  @Test("Transactions at the same time lose no update")
  func concurrent() async throws {
    try await post.setData(["likes": 0])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<5 {
            // Others may win five times in a row: then the app tries again.
            while (try? await like()) == nil {}
          }
        }
      }
    }
    #expect(try await post.getDocument().get("likes") as? Int == 20)
  }

  @Test("A transaction whose block sets the error writes nothing and throws that error")
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

  @Test("A block that sets an error of Firestore's own is not run again")
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

  @Test("A block runs five times where others change its document each time, and then aborts")
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

  @Test("A read behind a write is an error that says what to do")
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
        == "firestore:/posts/1: a transaction reads before it writes; move getDocument up"
    )
  }

  @Test("The block is called on the main queue with the value of the transaction")
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
