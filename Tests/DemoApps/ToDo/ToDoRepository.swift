public import DemoModels
public import TaneFirebase

/// A repository of the to-dos of all users.
public protocol ToDoRepository: Sendable {
  /// Returns a sequence of a user's items in the order of creation, now and after every change.
  ///
  /// The sequence ends with a `DataMappingError` if an item is invalid.
  func items(of userID: String) -> any AsyncSequence<[ToDoItem], any Error>

  /// Appends an item to a user's list.
  func add(_ toDo: ToDo, for userID: String) async throws

  /// Atomically sets whether several items are done.
  func setDone(_ isDone: [ToDoItem.ID: Bool], for userID: String) async throws
}

/// A repository of to-dos in `/user-todolist/<uid>/<key>` of a Realtime Database.
public struct FirebaseToDoRepository: ToDoRepository {
  private let reference: DatabaseReference

  /// Creates the repository with a reference to the root of the database *users*.
  public init(reference: DatabaseReference) {
    self.reference = reference
  }

  /// Returns a sequence of a user's items; see the protocol.
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

  /// Sets whether items are done; see the protocol.
  public func setDone(_ isDone: [ToDoItem.ID: Bool], for userID: String) async throws {
    let values = isDone.map { ("\($0.key)/isDone", $0.value) }
    try await list(of: userID).updateChildValues(Dictionary(uniqueKeysWithValues: values))
  }

  private func list(of userID: String) -> DatabaseReference {
    reference.child("user-todolist").child(userID)
  }
}
