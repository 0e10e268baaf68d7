/// An item of a user's list: the key that the database has made for it together with what it holds.
public struct ToDoItem: Hashable, Identifiable, Sendable {
  /// The item's key, which sorts by the time when the item was added.
  public let id: String
  /// What is to be done.
  public let toDo: ToDo

  /// Creates an item from a key and the value below it.
  public init(id: String, toDo: ToDo) {
    self.id = id
    self.toDo = toDo
  }
}
