import Foundation
import FirebaseFirestore

struct Post: Codable, Identifiable {
  @DocumentID var id: String?
  var userName: String
  var userImage: String?
  var text: String
  var uid: String
  var roomID: String
  var imageArray: [String]
  @ServerTimestamp var createdAt: Timestamp?
}

extension Post {
  init?(snapshot: DocumentSnapshot) {
    guard let post = try? snapshot.data(as: Post.self) else { return nil }
    self = post
  }
}

protocol PostsPresenterInput: AnyObject {
  @MainActor func viewDidLoad()
  @MainActor func send(_ text: String, by uid: String)
}

@MainActor
protocol PostsPresenterOutput: AnyObject {
  func show(_ posts: [Post])
  func show(_ message: String)
}

@MainActor
final class PostsPresenter: PostsPresenterInput {
  private weak var view: PostsPresenterOutput?
  private var listener: ListenerRegistration?
  private let db = Firestore.firestore()
  private let roomID: String

  init(view: PostsPresenterOutput, roomID: String) {
    self.view = view
    self.roomID = roomID
  }

  func viewDidLoad() {
    var query: Query = db.collection("posts")
    if !roomID.isEmpty { query = query.whereField("roomID", isEqualTo: roomID) }
    listener = query.order(by: "createdAt", descending: true)
      .limit(to: 50)
      .addSnapshotListener { [weak self] snapshot, error in
        guard let documents = snapshot?.documents else {
          self?.view?.show(error?.localizedDescription ?? "")
          return
        }
        self?.view?.show(documents.compactMap(Post.init(snapshot:)))
      }
  }

  func viewDidDisappear() {
    listener?.remove()
    listener = nil
  }

  func send(_ text: String, by uid: String) {
    db.collection("posts").addDocument(data: [
      "text": text, "uid": uid, "roomID": roomID, "imageArray": [String](),
      "userName": "", "createdAt": FieldValue.serverTimestamp(),
    ]) { [weak self] error in
      if let error = error { self?.show(error) }
    }
  }

  func save(_ post: Post) {
    do {
      try db.collection("posts").document(post.id ?? "").setData(from: post) { [weak self] error in
        if let error = error { self?.show(error) }
      }
      let batch = db.batch()
      batch.updateData(["text": post.text], forDocument: db.document("posts/\(post.id ?? "")"))
      batch.commit { error in print(error?.localizedDescription ?? "saved") }
    } catch {
      show(error)
    }
  }

  func reload(_ ids: [String]) {
    db.collection("posts").whereField(FieldPath.documentID(), in: ids).getDocuments { snapshot, _ in
      for document in snapshot?.documents ?? [] {
        print(document.documentID, document.data()["text"] as? String ?? "")
      }
    }
    db.collection("posts").document(ids[0]).getDocument { document, error in
      guard let document = document, document.exists else { return }
      print(document.data() ?? [:])
    }
    db.collection("posts").document(ids[0]).getDocument(as: Post.self) { result in
      if case .success(let post) = result { print(post.text) }
    }
  }

  func like(_ id: String) async throws {
    let post = db.collection("posts").document(id)
    try await post.updateData(["likes": FieldValue.increment(Int64(1))])
  }

  func remove(_ id: String) {
    let post = db.collection("posts").document(id)
    post.setData(["seen": true], merge: true)
    post.updateData(["text": ""]) { error in print(error ?? "emptied") }
    post.delete { error in print(error ?? "deleted") }
  }

  private func show(_ error: Error) {
    if let code = FirestoreErrorCode.Code(rawValue: (error as NSError).code),
      code == .permissionDenied || code == .unauthenticated
    {
      view?.show("sign in")
    } else if (error as NSError).code == FirestoreErrorCode.unavailable.rawValue {
      view?.show("no connection")
    } else {
      view?.show(error.localizedDescription)
    }
  }
}
