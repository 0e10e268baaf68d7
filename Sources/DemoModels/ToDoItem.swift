/// An item of a user's list: the key created by the database and the to-do.
public struct ToDoItem: Hashable, Identifiable, Sendable {
  /// The item's key, which sorts by the time of its creation.
  public let id: String
  /// The to-do.
  public let toDo: ToDo

  /// Creates an item from a key and its value.
  public init(id: String, toDo: ToDo) {
    self.id = id
    self.toDo = toDo
  }
}
