/// A to-do, as stored at `/user-todolist/<uid>/<key>` of the database *users*.
public struct ToDo: Codable, Hashable, Sendable {
  /// The title of the to-do.
  public let title: String
  /// A Boolean value indicating whether the to-do is done.
  public let isDone: Bool

  /// Creates a to-do.
  public init(title: String, isDone: Bool = false) {
    self.title = title
    self.isDone = isDone
  }
}
