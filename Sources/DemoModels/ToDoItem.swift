/// An item in a user's list: a to-do, and the key that was generated for it.
public struct ToDoItem: Hashable, Identifiable, Sendable {
  /// The item's key; keys sort by creation time.
  public let id: String
  /// The to-do.
  public let toDo: ToDo

  /// Creates an item from a key and its value.
  public init(id: String, toDo: ToDo) {
    self.id = id
    self.toDo = toDo
  }
}
