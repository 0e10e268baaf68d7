import Foundation
import TaneCore
import TaneFirebase

/// The examples in the documentation of storage, unchanged.
struct StorageExamples {
  let manager: FirebaseStorageManager
  let store: any ObjectStore
  let image: StorageReference
  let folder: StorageReference
  let metadata: StorageMetadata
  let uploads: [StorageUpload]
  let images: [Data]
  let bytes: Data
  let jpeg: Data
  let day: String
  let token: String

  func firebaseStorageManagerExample() async throws {
    let manager = FirebaseStorageManager(buckets: ["images": store], environment: "local")
    let data = try await manager.storageReference.child("shops/0.jpg").data(maxSize: 1 << 20)
    _ = data
  }

  func useExample() {
    manager.use(buckets: ["images": store], environment: "staging")
  }

  func storageReferenceExample() throws {
    let images = try manager.storageReference(bucket: "images")
    _ = images
  }

  func storageErrorExample() async throws {
    do {
      print(try await image.data(maxSize: 1 << 20).count)
    } catch StorageError.objectNotFound(let name, _) {
      print("there is no \(name)")
    }
  }

  func storageListResultExample() async throws {
    let page = try await folder.list(maxResults: 100)
    if let token = page.pageToken {
      _ = try await folder.list(maxResults: 100, pageToken: token)
    }
  }

  func storageMetadataExample() {
    let metadata = StorageMetadata()
    metadata.contentType = "image/jpeg"
    metadata.customMetadata = ["uploaded_user": "1000001"]
  }

  func putAllAsyncExample() async {
    let report = await folder.putAllAsync(uploads) { progress in
      print("\(progress.finishedCount) of \(progress.totalCount)")
    }
    if !report.isComplete { print(report.unfinished.map(\.path)) }
  }

  func listExample() async throws {
    let page = try await folder.list(maxResults: 100)
    _ = page
  }

  func list2Example() async throws {
    let next = try await folder.list(maxResults: 100, pageToken: token)
    _ = next
  }

  func listAllExample() async throws {
    let names = try await folder.listAll().items.map(\.name)
    _ = names
  }

  func getMetadataExample() async throws {
    let size = try await image.getMetadata().size
    _ = size
  }

  func updateMetadataExample() async throws {
    let metadata = try await image.getMetadata()
    metadata.cacheControl = "public, max-age=3600"
    metadata.customMetadata?["uploaded_user"] = nil
    _ = try await image.updateMetadata(metadata)
  }

  func downloadURLExample() async throws {
    let url = try await image.downloadURL()
    _ = url
  }

  func deleteExample() async throws {
    try await image.delete()
  }

  func putDataAsyncExample() async throws {
    let stored = try await image.putDataAsync(jpeg, metadata: metadata) { progress in
      print(progress?.fractionCompleted ?? 0)
    }
    _ = stored
  }

  func putFileAsyncExample() async throws {
    _ = try await image.putFileAsync(from: URL(fileURLWithPath: "/tmp/ramen.jpg"))
  }

  func dataExample() async throws {
    let jpeg = try await image.data(maxSize: 5 << 20)
    _ = jpeg
  }

  func writeAsyncExample() async throws {
    _ = try await image.writeAsync(toFile: URL(fileURLWithPath: "/tmp/ramen.jpg"))
  }

  func storageReference2Example() async throws {
    let image = manager.storageReference.child("user_shop_images/1000001/1000001.jpg")
    let metadata = StorageMetadata()
    metadata.contentType = "image/jpeg"
    _ = try await image.putDataAsync(bytes, metadata: metadata)
    let stored = try await image.data(maxSize: 5 << 20)
    _ = stored
  }

  func rootExample() {
    let root = image.root()
    _ = root
  }

  func parentExample() async throws {
    let siblings = try await image.parent()?.listAll().items
    _ = siblings
  }

  func childExample() {
    let image = manager.imagesReference.child("user_shop_images/1000001/1000001.jpg")
    _ = image
  }

  func storageUploadExample() {
    let uploads = images.enumerated().map { index, jpeg in
      StorageUpload("\(day)_\(index + 1).jpg", data: jpeg, metadata: metadata)
    }
    _ = uploads
  }

  func storageExample() {
    let image = Storage.storage().reference().child("user_shop_images/1000001/1000001.jpg")
    let other = Storage.storage(url: "gs://demo.appspot.com").reference(withPath: "shops/0.jpg")
    _ = (image, other)
  }

  func storageTaskExample() {
    let task = image.putData(jpeg, metadata: metadata)
    task.observe(.progress) { print($0.progress?.fractionCompleted ?? 0) }
    task.observe(.success) { print($0.metadata?.size ?? 0) }
    task.observe(.failure) { print($0.error?.localizedDescription ?? "") }
  }

  func putDataExample() {
    image.putData(jpeg, metadata: metadata) { stored, error in
      print(stored?.size ?? 0, error?.localizedDescription ?? "")
    }
  }

  func getDataExample() {
    image.getData(maxSize: 5 << 20) { jpeg, error in print(jpeg?.count ?? 0) }
  }

  func downloadURLBlockExample() {
    image.downloadURL { url, error in print(url?.absoluteString ?? "") }
  }

  func putDataResultExample() {
    image.putData(jpeg) { result in
      switch result {
      case .success(let stored): print(stored.size)
      case .failure(let error): print(error.localizedDescription)
      }
    }
  }

  func useEmulatorExample() {
    Storage.storage().useEmulator(withHost: "127.0.0.1", port: 9199)
  }
}
