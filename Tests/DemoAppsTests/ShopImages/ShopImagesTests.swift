import DemoApps
import Foundation
import TaneCore
import TaneFirebase
import Testing

@Suite("Uploads of shop images")
@MainActor struct ShopImagesTests {
  private let folder = "user_shop_images/7/1000001/20260401"

  @Test(
    "Shop images are uploaded in order under names with the user's date",
    arguments: Backend.allCases
  )
  func success(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let viewModel = viewModel(in: environment)
      let states = viewModel.$post
      let images = (1...5).map { Data("picture \($0)".utf8) }
      await viewModel.post(images, of: 7)
      #expect(await states.first(3).map(\.name) == ["none", "requesting", "success"])
      #expect(viewModel.uploads.map(\.label) == Array(repeating: "uploaded", count: 5))

      let items = try await environment.storage.imagesReference.child(folder).listAll().items
      #expect(items.map(\.fullPath) == (1...5).map { "\(folder)/20260401_\($0).jpg" })
      #expect(items.map(\.fullPath) == viewModel.uploads.map(\.path))
      for (item, image) in zip(items, images) {
        #expect(try await item.data(maxSize: 100) == image)
        #expect(try await item.getMetadata().contentType == "image/jpeg")
      }
    }
  }

  @Test("The progress of every image is reported in order", arguments: Backend.allCases)
  func progress(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let images = [Data(repeating: 1, count: 1000), Data(repeating: 2, count: 2000)]
      let uploads = try useCase(in: environment).uploadShopImages(shopID: 7, images: images)
      var labels: [[String]] = []
      for await uploads in uploads { labels.append(uploads.map(\.label)) }
      #expect(
        labels == [
          ["waiting", "waiting"],
          ["0.0", "waiting"], ["1.0", "waiting"], ["uploaded", "waiting"],
          ["uploaded", "0.0"], ["uploaded", "1.0"], ["uploaded", "uploaded"],
        ]
      )
    }
  }

  @Test("Posting without images does nothing", arguments: Backend.allCases)
  func empty(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let viewModel = viewModel(in: environment)
      await viewModel.post([], of: 7)
      #expect(viewModel.post.name == "success")
      #expect(viewModel.uploads.isEmpty)
    }
  }

  @Test("Six images are rejected before anything is sent", arguments: Backend.allCases)
  func tooMany(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let viewModel = viewModel(in: environment)
      await viewModel.post(Array(repeating: Data("picture".utf8), count: 6), of: 7)
      #expect(
        viewModel.post.error as? ShopImagesError == .tooManyImages(count: 6, maximum: 5)
      )
      #expect(viewModel.uploads.isEmpty)
      let stored = try await environment.storage.imagesReference.listAll()
      #expect(stored.prefixes.isEmpty)
    }
  }

  @Test(
    "A failed image is reported, and a retry sends only the failed image",
    arguments: Backend.allCases
  )
  func failure(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let sent = Broadcast<[String]>(wrappedValue: [])
      try environment.disturb { name in
        sent.update { $0 + [name] }
        if name.hasSuffix("_2.jpg"), sent.wrappedValue.count < 4 { throw StoreError.refused }
      }
      let viewModel = viewModel(in: environment)
      await viewModel.post((1...3).map { Data("picture \($0)".utf8) }, of: 7)
      #expect(viewModel.post.error as? ShopImagesError == .notUploaded(count: 1))
      #expect(viewModel.uploads.map(\.label) == ["uploaded", "failed", "uploaded"])
      #expect(viewModel.uploads[1].error is StorageError)

      await viewModel.retry()
      #expect(viewModel.post.name == "success")
      #expect(viewModel.uploads.map(\.label) == ["uploaded", "uploaded", "uploaded"])
      #expect(sent.wrappedValue == [1, 2, 3, 2].map { "\(folder)/20260401_\($0).jpg" })
    }
  }

  @Test(
    "A cancelled upload of images stops, and a retry sends the remaining images",
    arguments: Backend.allCases
  )
  func cancellation(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let gate = Gate()
      try environment.disturb { name in
        if name.hasSuffix("_2.jpg") { try await gate.pass() }
      }
      let viewModel = viewModel(in: environment)
      let images = (1...3).map { Data("picture \($0)".utf8) }
      let posting = Task { await viewModel.post(images, of: 7) }
      await gate.arrival()
      await viewModel.post(images, of: 8)
      posting.cancel()
      await posting.value
      #expect(viewModel.post.name == "none")
      #expect(viewModel.uploads.map(\.label) == ["uploaded", "waiting", "waiting"])
      gate.open()

      await viewModel.retry()
      #expect(viewModel.post.name == "success")
      let items = try await environment.storage.imagesReference.child(folder).listAll().items
      #expect(items.map(\.name) == ["20260401_1.jpg", "20260401_2.jpg", "20260401_3.jpg"])
      let shops = try await environment.storage.imagesReference.child("user_shop_images").listAll()
      #expect(shops.prefixes.map(\.name) == ["7"])
    }
  }

  @Test(
    "Images are posted to the bucket of the environment named by TANE_ENV",
    arguments: Backend.allCases
  )
  func environments(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      for name in ["local", "staging"] {
        try environment.activate(name)
        await viewModel(in: environment).post([Data(name.utf8)], of: 7)
      }
      for name in ["local", "staging"] {
        try environment.activate(name)
        let image = environment.storage.imagesReference.child("\(folder)/20260401_1.jpg")
        #expect(try await image.data(maxSize: 100) == Data(name.utf8))
      }
    }
  }

  @Test("Without an active environment each image reports why it was not sent")
  func inactive() async throws {
    let viewModel = ShopImagesViewModel.live(
      userID: "1000001",
      storage: FirebaseStorageManager()
    )
    await viewModel.post([Data("picture".utf8)], of: 7)
    let error = try #require(viewModel.uploads.first?.error as? FirebaseError)
    #expect(
      error.message
        == "no environment is active; call EnvironmentProfiles.load(from:).activate(_:) first"
    )
  }

  private func viewModel(in environment: DemoEnvironment) -> ShopImagesViewModel {
    ShopImagesViewModel(postImages: useCase(in: environment))
  }

  /// Returns a use case for a user in Tokyo with a Japanese calendar, at a time when the date is 1
  /// April in Tokyo but still 31 March in London.
  private func useCase(in environment: DemoEnvironment) -> DefaultPostShopImagesUseCase {
    var calendar = Calendar(identifier: .japanese)
    calendar.locale = Locale(identifier: "ar_SA")
    calendar.timeZone = TimeZone(secondsFromGMT: 9 * 3600) ?? .gmt
    return DefaultPostShopImagesUseCase(
      reference: environment.storage.imagesReference,
      userID: "1000001",
      calendar: calendar,
      now: { Date(timeIntervalSince1970: 1_774_970_000) }
    )
  }
}

extension ShopImageUpload {
  /// The state without its error, for comparison.
  fileprivate var label: String {
    switch state {
    case .waiting: "waiting"
    case .uploading(let fraction): "\(fraction)"
    case .uploaded: "uploaded"
    case .failed: "failed"
    }
  }

  fileprivate var error: (any Error)? {
    if case .failed(let error) = state { error } else { nil }
  }
}
