import Foundation
import TaneFirebase
import TaneTesting
import Testing

@Suite("Firestore can be used with completion blocks")
struct FirestoreBlockTests {
  private struct Post: Codable, Equatable {
    var text: String
  }

  private let firestore = FirestoreManager(documents: InMemoryDocumentStore()).firestore
  private var posts: CollectionReference { firestore.collection("posts") }

  /// Returns the error that a block received, and whether it ran on the main queue.
  private func told(_ call: (@escaping DocumentReference.Completion) throws -> Void) async rethrows
    -> String
  {
    let (answers, continuation) = AsyncStream.makeStream(of: String.self)
    try call { error in
      continuation.yield("\(error?.localizedDescription ?? "done") \(MainQueueMark.isHere)")
      continuation.finish()
    }
    for await answer in answers { return answer }
    return "nothing"
  }

  @Test("Every write to Firestore calls its block on the main queue")
  func writes() async throws {
    let post = posts.document("1")
    #expect(await told { post.setData(["text": "a", "likes": 1], completion: $0) } == "done true")
    #expect(await told { post.setData(["text": "b"], merge: true, completion: $0) } == "done true")
    #expect(
      await told { post.setData(["text": "c"], mergeFields: ["text"], completion: $0) }
        == "done true"
    )
    #expect(await told { post.updateData(["likes": 2], completion: $0) } == "done true")
    let fields = try await post.getDocument().data()
    #expect(fields?["text"] as? String == "c" && fields?["likes"] as? Int == 2)
    let fourth = Post(text: "d")
    #expect(try await told { try post.setData(from: fourth, completion: $0) } == "done true")
    let batch = firestore.batch().setData(["text": "e"], forDocument: posts.document("2"))
    #expect(await told { batch.commit(completion: $0) } == "done true")
    #expect(await told { post.delete(completion: $0) } == "done true")
    #expect(
      await told { post.updateData(["likes": 3], completion: $0) }
        == "the document posts/1 does not exist true"
    )
    let sixth = Post(text: "f")
    #expect(try await told { try posts.addDocument(from: sixth, completion: $0) } == "done true")
    #expect(await told { posts.addDocument(data: ["text": "g"], completion: $0) } == "done true")
    #expect(try await posts.getDocuments().count == 3)
  }

  @Test("Reads of Firestore with blocks return the data of preceding writes")
  func reads() async throws {
    // In a function that is not async, because an async function would call the async method.
    func write() {
      for number in 0..<50 { posts.document("\(number)").setData(["text": "\(number)"]) }
    }
    write()
    let count: Int? = await withCheckedContinuation { continuation in
      posts.getDocuments { snapshot, _ in
        continuation.resume(returning: MainQueueMark.isHere ? snapshot?.count : nil)
      }
    }
    #expect(count == 50)
    let ids: [String]? = await withCheckedContinuation { continuation in
      posts.whereField(FieldPath.documentID(), in: ["1", "2"]).getDocuments { snapshot, _ in
        continuation.resume(returning: snapshot?.documents.map(\.documentID))
      }
    }
    #expect(ids == ["1", "2"])
    let text: String? = await withCheckedContinuation { continuation in
      posts.document("7").getDocument { document, _ in
        continuation.resume(returning: document?.get("text") as? String)
      }
    }
    #expect(text == "7")
    let post: Post? = await withCheckedContinuation { continuation in
      posts.document("8").getDocument(as: Post.self) { result in
        continuation.resume(returning: try? result.get())
      }
    }
    #expect(post == Post(text: "8"))
  }

  @Test("Firestore listeners are called on the main queue until they are removed")
  @MainActor
  func listeners() async throws {
    var heard: [String] = []
    let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
    var iterator = calls.makeAsyncIterator()
    let listener = posts.addSnapshotListener(includeMetadataChanges: true) { snapshot, _ in
      heard.append("\(snapshot?.count ?? -1) \(MainQueueMark.isHere)")
      continuation.yield()
    }
    await iterator.next()
    try await posts.document("1").setData(["text": "a"])
    await iterator.next()
    listener.remove()
    try await posts.document("2").setData(["text": "b"])
    #expect(heard == ["0 true", "1 true"])
  }

  @Test("Firestore errors match the SDK's codes in catch clauses")
  func codes() async {
    do {
      try await posts.document("none").updateData(["a": 1])
    } catch FirestoreErrorCode.notFound {
      let error = FirestoreErrorCode(.notFound, "")
      #expect((error as NSError).code == FirestoreErrorCode.notFound.rawValue)
      #expect(FirestoreErrorCode.Code(rawValue: (error as NSError).code) == .notFound)
    } catch {
      Issue.record(error)
    }
  }
}
