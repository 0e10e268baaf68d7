import Foundation
import TaneCore
import TaneFirebase

/// The examples in the documentation of Firestore, unchanged.
struct FirestoreExamples {
  struct Post: Codable {
    @DocumentID var id: String?
    var text: String
  }

  struct SaunaState: Codable {
    var temperature: Double
  }

  let store: any DocumentStore
  let firestore: Firestore
  let posts: CollectionReference
  let orders: CollectionReference
  let saunas: CollectionReference
  let post: DocumentReference
  let sauna: DocumentReference
  let query: Query
  let snapshot: DocumentSnapshot
  let first: DocumentSnapshot
  let last: DocumentSnapshot
  let registration: any ListenerRegistration
  let newPost: Post
  let uid: String
  let me: String
  let manager: FirestoreManager
  let batch: WriteBatch

  func firestoreErrorExample() async throws {
    do {
      try await post.updateData(["likes": 0])
    } catch let error as FirestoreError where error.code == .notFound {
      print(error.message)
    }
  }

  func documentIDExample() {
    struct Post: Codable {
      @DocumentID var id: String?
      var text: String
    }
  }

  func explicitNullExample() {
    struct Post: Codable {
      @ExplicitNull var replyTo: String?
    }
  }

  func firestoreDecoderExample() throws {
    var decoder = FirestoreDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let post = try snapshot.data(as: Post.self, decoder: decoder)
    _ = post
  }

  func firestoreEncoderExample() async throws {
    var encoder = FirestoreEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    try posts.document("1").setData(from: newPost, encoder: encoder)
  }

  func serverTimestampExample() {
    struct Post: Codable {
      @ServerTimestamp var createdAt: Date?
    }
  }

  func firestoreExample() {
    let posts = Firestore.firestore().collection("posts")
    _ = posts
  }

  func firestore2Example() async throws {
    let firestore = FirestoreManager(documents: store).firestore
    let posts = try await firestore.collection("posts").order(by: "createdAt").getDocuments()
    _ = posts
  }

  func collectionExample() {
    let posts = firestore.collection("posts")
    _ = posts
  }

  func documentExample() {
    let post = firestore.document("posts/1")
    _ = post
  }

  func collectionGroupExample() {
    let comments = firestore.collectionGroup("comments").whereField("uid", isEqualTo: uid)
    _ = comments
  }

  func batchExample() {
    let batch = firestore.batch()
    _ = batch
  }

  func getDocumentExample() async throws {
    let snapshot = try await post.getDocument()
    _ = snapshot
  }

  func getDocument2Example() async throws {
    let post = try await firestore.document("posts/1").getDocument(as: Post.self)
    _ = post
  }

  func snapshotsExample() async throws {
    for try await snapshot in firestore.document("saunas/aufguss").snapshots {
      print(try snapshot.data(as: SaunaState.self).temperature)
    }
  }

  func addSnapshotListenerExample() {
    let registration = post.addSnapshotListener { snapshot, error in
      if let snapshot { print(snapshot.data() ?? [:]) }
    }
    registration.remove()
  }

  func documentSnapshotExample() async throws {
    let snapshot = try await firestore.document("posts/1").getDocument()
    if snapshot.exists { print(try snapshot.data(as: Post.self).text) }
  }

  func dataExample() {
    let text = snapshot.data()?["text"] as? String
    _ = text
  }

  func getExample() {
    let city = snapshot.get("place.city") as? String
    _ = city
  }

  func data2Example() throws {
    let post = try snapshot.data(as: Post.self)
    _ = post
  }

  func queryDocumentSnapshotExample() async throws {
    for post in try await posts.getDocuments().documents { print(post.data()["text"] ?? "") }
  }

  func data3Example() async throws {
    let posts = try await query.getDocuments().documents.map { try $0.data(as: Post.self) }
    _ = posts
  }

  func startExample() {
    _ = posts.order(by: "likes").start(at: [10])
  }

  func start2Example() {
    _ = posts.order(by: "likes").start(after: [10])
  }

  func endExample() {
    _ = posts.order(by: "likes").end(at: [10])
  }

  func end2Example() {
    _ = posts.order(by: "likes").end(before: [10])
  }

  func start3Example() {
    _ = posts.order(by: "likes").start(atDocument: first)
  }

  func start4Example() {
    _ = posts.order(by: "likes").start(afterDocument: last).limit(to: 20)
  }

  func end3Example() {
    _ = posts.order(by: "likes").end(atDocument: last)
  }

  func end4Example() {
    _ = posts.order(by: "likes").end(beforeDocument: last)
  }

  func getDocumentsExample() async throws {
    let posts = try await firestore.collection("posts").limit(to: 20).getDocuments()
    _ = posts
  }

  func getAggregationExample() async throws {
    let count = try await firestore.collection("posts").count.getAggregation(source: .server).count
    _ = count
  }

  func aggregateExample() async throws {
    let total = AggregateField.sum("price")
    let snapshot = try await orders.aggregate([total, .count()]).getAggregation(source: .server)
    print(snapshot.get(total) ?? 0)
  }

  func snapshots2Example() async throws {
    for try await snapshot in firestore.collection("posts").order(by: "createdAt").snapshots {
      for change in snapshot.documentChanges { print(change.type, change.document.documentID) }
    }
  }

  func addSnapshotListener2Example() {
    let registration = posts.addSnapshotListener { snapshot, error in
      print(snapshot?.count ?? 0)
    }
    registration.remove()
  }

  func documentID2Example() {
    _ = posts.whereField(FieldPath.documentID(), in: ["1", "2"])
  }

  func filterExample() {
    let cheap = Filter.whereField("price", isLessThan: 900)
    let good = Filter.whereField("stars", isGreaterThan: 4)
    let shops = firestore.collection("shops").whereFilter(.orFilter([cheap, good]))
    _ = shops
  }

  func whereFilterExample() {
    let published = posts.whereFilter(.whereField("isPublic", isEqualTo: true))
    _ = published
  }

  func whereFieldExample() {
    _ = posts.whereField("roomID", isEqualTo: "a")
  }

  func whereField2Example() {
    _ = posts.whereField("uid", isNotEqualTo: me)
  }

  func whereField3Example() {
    _ = saunas.whereField("temperature", isLessThan: 80)
  }

  func whereField4Example() {
    _ = saunas.whereField("temperature", isLessThanOrEqualTo: 80)
  }

  func whereField5Example() {
    _ = saunas.whereField("temperature", isGreaterThan: 80)
  }

  func whereField6Example() {
    _ = saunas.whereField("temperature", isGreaterThanOrEqualTo: 80)
  }

  func whereField7Example() {
    _ = posts.whereField("tags", arrayContains: "aufguss")
  }

  func whereField8Example() {
    _ = posts.whereField("tags", arrayContainsAny: ["aufguss", "löyly"])
  }

  func whereField9Example() {
    _ = posts.whereField("roomID", in: ["a", "b"])
  }

  func whereField10Example() {
    _ = posts.whereField("roomID", notIn: ["a", "b"])
  }

  func orderExample() {
    _ = posts.order(by: "createdAt", descending: true)
  }

  func limitExample() {
    _ = posts.order(by: "createdAt").limit(to: 20)
  }

  func limit2Example() {
    _ = posts.order(by: "createdAt").limit(toLast: 20)
  }

  func listenerRegistrationExample() {
    registration.remove()
  }

  func queryExample() {
    let query = firestore.collection("posts").whereField("roomID", isEqualTo: "a")
      .order(by: "createdAt", descending: true).limit(to: 20)
    _ = query
  }

  func querySnapshotExample() async throws {
    let snapshot = try await posts.whereField("roomID", isEqualTo: "a").getDocuments()
    print(snapshot.count, snapshot.documents.map(\.documentID))
  }

  func collectionReferenceExample() async throws {
    let posts = firestore.collection("posts")
    let post = try await posts.addDocument(data: ["text": "熱い"])
    _ = post
  }

  func document2Example() {
    let post = posts.document()
    _ = post
  }

  func document3Example() {
    let post = posts.document("1")
    _ = post
  }

  func addDocumentExample() async throws {
    let post = try await posts.addDocument(data: ["text": "熱い", "createdAt": Timestamp()])
    _ = post
  }

  func addDocument2Example() async throws {
    let reference = try posts.addDocument(from: newPost)
    _ = reference
  }

  func documentReferenceExample() async throws {
    let post = firestore.collection("posts").document("1")
    try await post.setData(["text": "熱い"], merge: true)
  }

  func collection2Example() {
    let comments = post.collection("comments")
    _ = comments
  }

  func fieldValueExample() async throws {
    try await post.updateData([
      "likes": FieldValue.increment(Int64(1)), "editedAt": FieldValue.serverTimestamp(),
      "tags": FieldValue.arrayUnion(["aufguss"]), "draft": FieldValue.delete(),
    ])
  }

  func geoPointExample() async throws {
    try await sauna.setData(["place": GeoPoint(latitude: 35.68, longitude: 139.76)])
  }

  func timestampExample() async throws {
    try await post.setData(["createdAt": Timestamp(date: .now)])
  }

  func dateValueExample() {
    let date = Timestamp(seconds: 1_714_555_800, nanoseconds: 0).dateValue()
    _ = date
  }

  func setDataExample() async throws {
    try await post.setData(["text": "熱い", "createdAt": FieldValue.serverTimestamp()])
  }

  func setData2Example() async throws {
    try await post.setData(["author": ["name": "花子"]], merge: true)
  }

  func setData3Example() async throws {
    try await post.setData(["text": "熱い", "likes": 0], mergeFields: ["text"])
  }

  func setData4Example() async throws {
    try posts.document("1").setData(from: newPost)
  }

  func setData5Example() async throws {
    try await posts.document("1").setData(Firestore.Encoder().encode(newPost))
  }

  func runTransactionExample() async throws {
    let post = post
    _ = try await firestore.runTransaction { transaction, error in
      do {
        let likes = try transaction.getDocument(post).get("likes") as? Int ?? 0
        transaction.updateData(["likes": likes + 1], forDocument: post)
      } catch let failure {
        error?.pointee = failure as NSError
      }
      return nil
    }
  }

  func transactionExample(_ transaction: Transaction, _ reference: DocumentReference) throws {
    let shop = try transaction.getDocument(reference)
    _ = shop
  }

  func waitForPendingWritesExample() async throws {
    try posts.document("1").setData(from: newPost)
    try await firestore.waitForPendingWrites()
  }

  func updateDataExample() async throws {
    try await post.updateData(["likes": FieldValue.increment(Int64(1)), "author.name": "花子"])
  }

  func deleteExample() async throws {
    try await post.delete()
  }

  func writeBatchExample() async throws {
    let batch = firestore.batch()
    batch.setData(["text": "熱い"], forDocument: posts.document("1"))
    batch.deleteDocument(posts.document("2"))
    try await batch.commit()
  }

  func setData5Example() {
    batch.setData(["likes": 0], forDocument: post, merge: true)
  }

  func setData6Example() {
    batch.setData(["text": "熱い", "likes": 0], forDocument: post, mergeFields: ["text"])
  }

  func setData7Example() throws {
    try batch.setData(from: newPost, forDocument: post)
  }

  func updateData2Example() {
    batch.updateData(["likes": FieldValue.increment(Int64(1))], forDocument: post)
  }

  func deleteDocumentExample() {
    batch.deleteDocument(post)
  }

  func commitExample() async throws {
    try await batch.commit()
  }

  func firestoreManagerExample() async throws {
    let manager = FirestoreManager(documents: store, environment: "local")
    let post = try await manager.firestore.document("posts/1").getDocument()
    _ = post
  }

  func useExample() {
    manager.use(documents: store, environment: "staging")
  }

  func setDataBlockExample() {
    post.setData(["text": "熱い"]) { error in print(error?.localizedDescription ?? "sent") }
  }

  func addDocumentBlockExample() {
    let post = posts.addDocument(data: ["text": "熱い"]) { error in print(error ?? "sent") }
    _ = post
  }

  func commitBlockExample() {
    batch.commit { error in print(error?.localizedDescription ?? "saved") }
  }

  func getDocumentsBlockExample() {
    posts.whereField("roomID", isEqualTo: "a").getDocuments { snapshot, error in
      print(snapshot?.documents.map(\.documentID) ?? [])
    }
  }

  func getDocumentBlockExample() {
    post.getDocument { snapshot, error in print(snapshot?.data() ?? [:]) }
  }

  func useEmulatorExample() {
    Firestore.firestore().useEmulator(withHost: "127.0.0.1", port: 8080)
  }

  func settingsExample() {
    let settings = FirestoreSettings()
    settings.host = "127.0.0.1:8080"
    settings.isSSLEnabled = false
    firestore.settings = settings
  }

  func documentID3Example() {
    _ = posts.whereField(.documentID(), in: ["1", "2"])
  }

  func decodeExample(reference: DocumentReference) throws {
    let post = try Firestore.Decoder().decode(Post.self, from: ["text": "熱い"], in: reference)
    _ = post
  }
}
