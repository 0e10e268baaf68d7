/// Shops, then users, with an exact total number of leaf values, about half of which belong to
/// each.
struct SampleRecords: Sequence, IteratorProtocol {
  /// The supported counts: with fewer leaves, the last shop might not make the total exact; with
  /// more, user identifiers would need 8 digits.
  static let possibleLeafCounts = 100...20_000_000
  static let seed: UInt64 = 7

  private var random = SampleRandom(seed: Self.seed)
  private var remaining: Int
  private let remainingForUsers: Int
  private var phase = SampleRecord.Database.shops
  private var shopCount = 0
  private var foodCount = 0
  private var userID = 1_000_000

  init(leafCount: Int) {
    remaining = leafCount
    remainingForUsers = leafCount / 2
  }

  mutating func next() -> SampleRecord? {
    if phase == .shops {
      guard remaining <= remainingForUsers else { return shop(foods: random.number(0...8)) }
      phase = .users
      return shop(foods: foodsOfLastShop)
    }
    return remaining > 0 ? user() : nil
  }

  /// The number of foods for which the remaining leaves can be divided into complete users.
  private var foodsOfLastShop: Int {
    (0..<Self.userLeaves).first {
      (remaining - Self.shopLeaves - $0 * Self.foodLeaves).isMultiple(of: Self.userLeaves)
    } ?? 0
  }

  private static let shopLeaves = 4
  private static let foodLeaves = 3
  private static let userLeaves = 5
}

extension SampleRecords {
  private mutating func shop(foods count: Int) -> SampleRecord {
    let id = shopCount
    shopCount += 1
    remaining -= Self.shopLeaves + count * Self.foodLeaves
    var members: [(key: String, value: SampleNode)] = [
      ("id", .integer(id)),
      ("name", .text("\(random.pick(from: Self.kinds)) \(random.pick(from: Self.shopNames))")),
      ("shop_image_url", .text(imageURL(shop: id, number: 0))),
      ("updated_at", .integer(random.number(1_735_700_000_000...1_775_000_000_000))),
    ]
    // The Realtime Database removes empty lists.
    if count > 0 { members.append(("foods", .list((1...count).map { food($0, shop: id) }))) }
    return SampleRecord(database: .shops, key: String(id), value: .map(members))
  }

  private mutating func food(_ number: Int, shop: Int) -> SampleNode {
    foodCount += 1
    return .map([
      ("id", .text("food\(foodCount)")),
      ("image_url", .text(imageURL(shop: shop, number: number))),
      ("uploaded_user", .text(String(random.number(1_000_001...1_099_999)))),
    ])
  }

  private mutating func user() -> SampleRecord {
    userID += random.number(1...4)
    remaining -= Self.userLeaves
    let name = "\(random.pick(from: Self.familyNames)) \(random.pick(from: Self.givenNames))"
    let members: [(key: String, value: SampleNode)] = [
      ("name", .text(name)),
      ("user_rank", .text(random.pick(from: ["bronze", "silver", "gold", "platinum"]))),
      ("available_point", .integer(random.number(0...9_999))),
      ("avatar_image_url", .text("https://images.example.com/avatars/\(userID).jpg")),
      ("created_at", .integer(random.number(1_580_000_000_000...1_735_600_000_000))),
    ]
    return SampleRecord(database: .users, key: String(userID), value: .map(members))
  }

  private mutating func imageURL(shop: Int, number: Int) -> String {
    let user = random.number(1_000_001...1_099_999)
    let day = 20_260_100 + random.number(1...28)
    return "https://storage.googleapis.com/tane-demo-images/user_shop_images"
      + "/\(shop)/\(user)/\(day)/\(day)_\(number).jpg"
  }

  private static let kinds = ["麺屋", "鮨", "喫茶", "居酒屋", "食堂", "焼肉", "天ぷら", "洋食", "パン工房"]
  private static let shopNames = [
    "はるかぜ", "なぎさ", "ひだまり", "つばき", "みなと", "こもれび", "あかり", "大橋", "銀河", "キッチン山",
  ]
  private static let familyNames = [
    "佐藤", "鈴木", "髙橋", "田中", "伊藤", "渡邊", "山本", "中村", "小林", "加藤", "森", "柴田",
  ]
  private static let givenNames = [
    "悠真", "みのり", "凜", "まゆ", "蓮", "陽菜", "湊", "さくら", "大翔", "結衣", "健", "アンナ",
  ]
}
