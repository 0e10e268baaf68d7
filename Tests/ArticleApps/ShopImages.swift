import Foundation
import FirebaseStorage

enum UploadResult {
  case none
  case uploading(Double)
  case success([URL])
  case failure(String)
}

@MainActor
final class ShopImagesViewModel {
  private(set) var result = UploadResult.none
  private var task: StorageUploadTask?
  private let reference = Storage.storage().reference()

  func upload(_ image: Data, shopID: Int, userID: String, day: String) {
    let path = "user_shop_images/\(shopID)/\(userID)/\(day)/\(day)_1.jpg"
    let metadata = StorageMetadata()
    metadata.contentType = "image/jpeg"
    let object = reference.child(path)
    let task = object.putData(image, metadata: metadata) { [weak self] _, error in
      if let error = error {
        self?.show(error)
        return
      }
      object.downloadURL { url, error in
        if let url = url {
          self?.result = .success([url])
        } else if let error = error {
          self?.show(error)
        }
      }
    }
    task.observe(.progress) { [weak self] snapshot in
      self?.result = .uploading(snapshot.progress?.fractionCompleted ?? 0)
    }
    task.observe(.failure) { [weak self] snapshot in
      guard let error = snapshot.error else { return }
      self?.show(error)
    }
    self.task = task
  }

  func pause() { task?.pause() }
  func resume() { task?.resume() }
  func cancel() {
    task?.cancel()
    task?.removeAllObservers()
  }

  func uploadAll(_ images: [Data], to folder: String) async {
    do {
      var urls: [URL] = []
      for (index, image) in images.enumerated() {
        let object = reference.child("\(folder)/\(index + 1).jpg")
        _ = try await object.putDataAsync(image) { progress in
          self.result = .uploading(progress?.fractionCompleted ?? 0)
        }
        urls.append(try await object.downloadURL())
      }
      result = .success(urls)
    } catch {
      show(error)
    }
  }

  func download(_ path: String, to file: URL) {
    let object = Storage.storage(url: "gs://tane-demo-prd.appspot.com").reference(withPath: path)
    object.getData(maxSize: 5 * 1024 * 1024) { data, error in
      print(data?.count ?? 0, error?.localizedDescription ?? "")
    }
    let download = object.write(toFile: file)
    download.observe(.success) { snapshot in print(snapshot.reference.fullPath) }
    object.delete { error in print(error?.localizedDescription ?? "deleted") }
    object.listAll { list, _ in print(list?.items.map(\.name) ?? []) }
    object.getMetadata { result in
      switch result {
      case .success(let metadata): print(metadata.size)
      case .failure(let error): print(error)
      }
    }
  }

  private func show(_ error: Error) {
    switch StorageErrorCode(rawValue: (error as NSError).code) {
    case .objectNotFound: result = .failure("not found")
    case .unauthorized: result = .failure("sign in")
    case .cancelled: result = .none
    default: result = .failure(error.localizedDescription)
    }
  }
}
