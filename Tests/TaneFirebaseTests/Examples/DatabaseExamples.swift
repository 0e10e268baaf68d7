import DemoModels
import Foundation
import TaneCore
import TaneFirebase
import TaneMapping

/// The examples in the documentation of databases, unchanged.
struct DatabaseExamples {
  let manager: RealtimeDatabaseManager
  let store: any TreeStore
  let reference: DatabaseReference
  let stock: DatabaseReference
  let snapshot: DataSnapshot
  let shop: Shop
  let handle: DatabaseHandle
  let lastKey: String
  let data: MutableData

  func dataSnapshotExample() async throws {
    let snapshot = try await manager.shopsReference.child("shops").getData()
    let shops = try snapshot.data(as: [Shop].self)
    for shop in snapshot.children where shop.hasChild("foods") { print(shop.key) }
    _ = shops
  }

  func existsExample() async throws {
    let isThere = try await reference.child("shops/0").getData().exists()
    _ = isThere
  }

  func valueInExportFormatExample() async throws {
    let backup = try await reference.getData().valueInExportFormat()
    _ = backup
  }

  func priorityExample() async throws {
    let rank = try await reference.child("shops/0").getData().priority as? Double
    _ = rank
  }

  func dataExample() throws {
    do {
      print(try snapshot.data(as: [Shop].self).count)
    } catch let error as DataMappingError {
      error.findings.forEach { print($0) }
    }
  }

  func hasChildrenExample() {
    if snapshot.hasChildren() { print(snapshot.childrenCount) }
  }

  func hasChildExample() {
    if snapshot.hasChild("foods/0") { print("there is food") }
  }

  func childSnapshotExample() {
    let name = snapshot.childSnapshot(forPath: "shops/0/name").value as? String
    _ = name
  }

  func databaseReferenceExample() async throws {
    let shop = manager.shopsReference.child("shops/0")
    try await shop.updateChildValues(["name": "麺屋", "owner/phone": NSNull()])
    let name = try await shop.child("name").getData().value as? String
    _ = name
  }

  func childExample() {
    let name = manager.shopsReference.child("shops/0/name")
    _ = name
  }

  func childByAutoIdExample() async throws {
    let message = reference.child("messages").childByAutoId()
    try await message.setValue(["text": "こんにちは"])
  }

  func onDisconnectSetValueExample() async throws {
    try await reference.child("seen/1000001").onDisconnectSetValue(ServerValue.timestamp())
  }

  func onDisconnectSetValue2Example() async throws {
    try await reference.child("online/1000001").onDisconnectSetValue(false, andPriority: 1)
  }

  func onDisconnectUpdateChildValuesExample() async throws {
    try await reference.onDisconnectUpdateChildValues(["online/1000001": NSNull()])
  }

  func onDisconnectRemoveValueExample() async throws {
    try await reference.child("online/1000001").onDisconnectRemoveValue()
  }

  func cancelDisconnectOperationsExample() async throws {
    try await reference.child("online/1000001").cancelDisconnectOperations()
  }

  func observeExample() async throws {
    for try await snapshot in reference.child("sauna/temperature").observe(.value) {
      print(snapshot.value as? Double ?? 0)
    }
  }

  func observe2Example() {
    let handle = reference.child("shops").observe(.childAdded) { shop in print(shop.key) }
    reference.child("shops").removeObserver(withHandle: handle)
  }

  func observe3Example() {
    reference.child("shops").observe(
      .childAdded,
      andPreviousSiblingKeyWith: { shop, previous in print(shop.key, previous ?? "first") }
    )
  }

  func observeSingleEventExample() async throws {
    let first = try await reference.child("messages").observeSingleEvent(of: .childAdded)
    _ = first
  }

  func observeSingleEventAndPreviousSiblingKeyExample() async throws {
    let (snapshot, _) = await reference.observeSingleEventAndPreviousSiblingKey(of: .value)
    let shops = try snapshot.data(as: [Shop].self)
    _ = shops
  }

  func observeSingleEvent2Example() {
    reference.child("shops").observeSingleEvent(of: .value) { shops in print(shops.childrenCount) }
  }

  func removeObserverExample() {
    reference.removeObserver(withHandle: handle)
  }

  func removeAllObserversExample() {
    reference.child("shops").removeAllObservers()
  }

  func pushIDGeneratorExample() {
    let id = PushIDGenerator().next()  // "-OQ2vG7kHx0Zc4h1pWqT"
    _ = id
  }

  func getDataExample() async throws {
    let snapshot = try await reference.child("shops").queryLimited(toFirst: 10).getData()
    _ = snapshot
  }

  func databaseQueryExample() async throws {
    let newest = try await reference.child("shops")
      .queryOrdered(byChild: "updated_at").queryLimited(toLast: 10).getData()
    for shop in newest.children { print(shop.key) }
  }

  func queryOrderedExample() {
    _ = reference.child("shops").queryOrdered(byChild: "rating/average")
  }

  func queryOrderedByKeyExample() {
    _ = reference.child("users").queryOrderedByKey().queryStarting(atValue: "1000002")
  }

  func queryOrderedByValueExample() {
    _ = reference.child("scores").queryOrderedByValue().queryLimited(toLast: 3)
  }

  func queryOrderedByPriorityExample() {
    _ = reference.child("ranking").queryOrderedByPriority().queryLimited(toFirst: 10)
  }

  func queryLimitedExample() {
    _ = reference.child("shops").queryOrderedByKey().queryLimited(toFirst: 20)
  }

  func queryLimited2Example() {
    _ = reference.child("messages").queryOrderedByKey().queryLimited(toLast: 50)
  }

  func queryStartingExample() {
    _ = reference.child("shops").queryOrdered(byChild: "rating").queryStarting(atValue: 4)
  }

  func queryStarting2Example() {
    _ = reference.child("users").queryOrderedByKey().queryStarting(afterValue: lastKey)
  }

  func queryEndingExample() {
    _ = reference.child("shops").queryOrdered(byChild: "price").queryEnding(atValue: 1000)
  }

  func queryEnding2Example() {
    _ = reference.child("shops").queryOrdered(byChild: "price").queryEnding(beforeValue: 1000)
  }

  func queryEqualExample() {
    _ = reference.child("users").queryOrdered(byChild: "user_rank").queryEqual(toValue: "gold")
  }

  func runTransactionBlockExample() async throws {
    let (committed, snapshot) = try await stock.runTransactionBlock { data in
      guard let left = data.value as? Int, left > 0 else { return .abort() }
      data.value = left - 1
      return .success(withValue: data)
    }
    _ = committed
    _ = snapshot
  }

  func mutableDataExample() async throws {
    try await reference.child("likes").runTransactionBlock { data in
      data.value = (data.value as? Int ?? 0) + 1
      return .success(withValue: data)
    }
  }

  func hasChild2Example() {
    if data.hasChild(atPath: "foods/0") { print("there is food") }
  }

  func childDataExample() {
    data.childData(byAppendingPath: "owner/name").value = "花子"
  }

  func transactionResultExample() async throws {
    try await reference.child("stock").runTransactionBlock { data in
      data.hasChildren() ? .success(withValue: data) : .abort()
    }
  }

  func setValueExample() async throws {
    try await reference.child("shops/0").setValue(["name": "麺屋", "foods": ["ramen", "gyoza"]])
  }

  func setValue2Example() async throws {
    try await reference.child("shops/0").setValue(["name": "麺屋"], andPriority: 1)
  }

  func setValue3Example() async throws {
    try reference.child("shops/0").setValue(from: shop) { error in print(error ?? "wrote it") }
  }

  func setPriorityExample() async throws {
    try await reference.child("shops/0").setPriority("a")
  }

  func updateChildValuesExample() async throws {
    try await reference.updateChildValues(["shops/0/name": "麺屋", "shops/1": NSNull()])
  }

  func removeValueExample() async throws {
    try await reference.child("shops/0").removeValue()
  }

  func serverValueExample() async throws {
    try await reference.child("updated_at").setValue(ServerValue.timestamp())
  }

  func incrementExample() async throws {
    try await reference.child("likes").setValue(ServerValue.increment(1))
  }

  func dataMappingErrorExample() throws {
    do {
      print(try snapshot.data(as: [Shop].self).count)
    } catch let error as DataMappingError {
      print(error.findings.map(\.message))
    }
  }

  func realtimeDatabaseManagerExample() async throws {
    let manager = RealtimeDatabaseManager(databases: ["shops": store], environment: "local")
    let snapshot = try await manager.shopsReference.child("shops/0").getData()
    _ = snapshot
  }

  func useExample() {
    manager.use(databases: ["shops": store], environment: "staging")
  }

  func referenceExample() throws {
    let shops = try manager.reference(named: "shops")
    _ = shops
  }

  func goOfflineExample() async throws {
    try await manager.goOffline()
  }

  func observationPaceExample() {
    let pace = ObservationPace(shortest: .milliseconds(100), longest: .seconds(2))
    let manager = RealtimeDatabaseManager(databases: ["shops": store], pace: pace)
    _ = manager
  }

  func setValueBlockExample() {
    reference.child("shops/0/name").setValue("麺屋") { error, reference in
      print(error?.localizedDescription ?? "wrote \(reference)")
    }
  }

  func getDataBlockExample() {
    reference.child("shops").getData { error, snapshot in
      guard error == nil else { return }
      print(snapshot?.childrenCount ?? 0)
    }
  }

  func runTransactionBlockBlockExample() {
    reference.child("likes").runTransactionBlock { data in
      data.value = (data.value as? Int ?? 0) + 1
      return .success(withValue: data)
    } andCompletionBlock: { error, committed, snapshot in
      print(error?.localizedDescription ?? "\(committed): \(snapshot?.value ?? 0)")
    }
  }

  func childrenExample() {
    let shops = snapshot.children
    while let shop = shops.nextObject() { print(shop.key) }
  }

  func urlExample() {
    print(reference.child("shops/0").url)  // "https://demo-shops.firebaseio.com/shops/0"
  }

  func databaseExample() {
    let shops = Database.database().reference(withPath: "shops")
    let users = Database.database(url: "https://demo-users.firebaseio.com").reference()
    _ = (shops, users)
  }

  func useEmulatorExample() {
    Database.database().useEmulator(withHost: "127.0.0.1", port: 9000)
  }
}
