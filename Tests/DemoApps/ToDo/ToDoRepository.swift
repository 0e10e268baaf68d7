public import DemoModels
public import TaneFirebase

/// Where the to-dos of all users are kept.
public protocol ToDoRepository: Sendable {
  /// The items of a user in the order in which they were added, now and after every change.
  ///
  /// The sequence ends with a `DataMappingError` where something is not a to-do.
  func items(of userID: String) -> any AsyncSequence<[ToDoItem], any Error>

  /// Adds an item at the end of a user's list.
  func add(_ toDo: ToDo, for userID: String) async throws

  /// Says of items of a user whether they are done: of all of them, or where that fails of none.
  func setDone(_ isDone: [ToDoItem.ID: Bool], for userID: String) async throws
}

/// Keeps to-dos in `/user-todolist/<uid>/<key>` of a Realtime Database.
public struct FirebaseToDoRepository: ToDoRepository {
  private let reference: DatabaseReference

  /// Creates the repository over the root of the database *users*.
  public init(reference: DatabaseReference) {
    self.reference = reference
  }

  /// The items of a user; see the protocol.
  public func items(of userID: String) -> any AsyncSequence<[ToDoItem], any Error> {
    list(of: userID).observe(.value).map { snapshot in
      let toDos = try snapshot.data(as: [String: ToDo]?.self) ?? [:]
      return toDos.map { ToDoItem(id: $0.key, toDo: $0.value) }.sorted { $0.id < $1.id }
    }
  }

  /// Adds an item; see the protocol.
  public func add(_ toDo: ToDo, for userID: String) async throws {
    let list = list(of: userID)
    guard let key = list.childByAutoId().key else { return }
    try await list.updateChildValues(["\(key)/title": toDo.title, "\(key)/isDone": toDo.isDone])
  }

  /// Says whether items are done; see the protocol.
  public func setDone(_ isDone: [ToDoItem.ID: Bool], for userID: String) async throws {
    let values = isDone.map { ("\($0.key)/isDone", $0.value) }
    try await list(of: userID).updateChildValues(Dictionary(uniqueKeysWithValues: values))
  }

  private func list(of userID: String) -> DatabaseReference {
    reference.child("user-todolist").child(userID)
  }
}
