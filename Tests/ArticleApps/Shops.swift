import Foundation
import FirebaseCore
import FirebaseDatabase

struct Shop: Codable {
  let shopID: Int
  let name: String
  let shopImageURL: String?
  let updatedAt: String
  let foodImages: [Food]

  struct Food: Codable {
    let id: String
    let imageURL: String?
    let uploadedUser: String

    enum CodingKeys: String, CodingKey {
      case id
      case imageURL = "image_url"
      case uploadedUser = "uploaded_user"
    }
  }

  enum CodingKeys: String, CodingKey {
    case shopID = "id"
    case name
    case shopImageURL = "shop_image_url"
    case updatedAt = "updated_at"
    case foodImages = "foods"
  }
}

enum UserRank: String, Codable {
  case SSS, SS, A, B
}

struct Member: Codable {
  let name: String
  let userRank: UserRank
  let availablePoint: Int
  let avatarImageURL: String?
  let createdAt: String

  enum CodingKeys: String, CodingKey {
    case name
    case userRank = "user_rank"
    case availablePoint = "available_point"
    case avatarImageURL = "avatar_image_url"
    case createdAt = "created_at"
  }
}

enum AppSetup {
  static func start() {
    FirebaseApp.configure()
    Database.database().isPersistenceEnabled = true
  }
}

final class RealtimeDatabase: Sendable {
  static let shared = RealtimeDatabase()

  let shopsReference = Database.database(
    url: "https://tane-demo-prd-shops.asia-southeast1.firebasedatabase.app"
  ).reference()
  let usersReference = Database.database(
    url: "https://tane-demo-prd-users.asia-southeast1.firebasedatabase.app/"
  ).reference()

  private init() {}
}

protocol ShopsRepository {
  func getShops() async throws -> [Shop]
  func getShops(completion: @escaping (Result<[Shop], Error>) -> Void)
}

struct DefaultShopsRepository: ShopsRepository {
  private let reference = RealtimeDatabase.shared.shopsReference.child("shops")

  func getShops() async throws -> [Shop] {
    let snapshot = try await reference.getData()
    guard snapshot.exists() else { return [] }
    return try snapshot.data(as: [Shop].self)
  }

  func getShops(completion: @escaping (Result<[Shop], Error>) -> Void) {
    reference.getData { error, snapshot in
      if let error = error {
        completion(.failure(error))
        return
      }
      guard let snapshot = snapshot else { return }
      completion(Result { try snapshot.data(as: [Shop].self) })
    }
  }
}

@MainActor
final class ShopsViewModel {
  private(set) var names: [String] = []
  private(set) var keys: [String] = []
  private var handle: DatabaseHandle?
  private let reference = RealtimeDatabase.shared.shopsReference.child("shops")

  func viewDidLoad() {
    reference.keepSynced(true)
    handle = reference.queryOrdered(byChild: "updated_at").queryLimited(toLast: 20)
      .observe(
        .value,
        with: { [weak self] snapshot in
          var names: [String] = []
          for child in snapshot.children {
            guard let value = child.value as? [String: Any] else { continue }
            names.append(value["name"] as? String ?? "")
          }
          self?.names = names
        },
        withCancel: { error in print(error.localizedDescription) }
      )
    reference.observeSingleEvent(of: .value) { [weak self] snapshot in
      let enumerator = snapshot.children
      while let child = enumerator.nextObject() {
        self?.keys.append(child.key)
      }
      print(snapshot.children.allObjects.count, snapshot.ref.url)
    }
  }

  func viewDidDisappear() {
    if let handle { reference.removeObserver(withHandle: handle) }
    reference.removeAllObservers()
  }

  func renameShop(at index: Int, to name: String) {
    reference.child("\(index)/name").setValue(name) { error, reference in
      if let error = error {
        print("could not write \(reference.key ?? ""): \(error.localizedDescription)")
      }
    }
    reference.child("\(index)/updated_at").setValue(ServerValue.timestamp())
  }
}
