/// Something to do, as `/user-todolist/<uid>/<key>` of the database *users* holds it.
public struct ToDo: Codable, Hashable, Sendable {
  /// What is to be done.
  public let title: String
  /// Whether it is done.
  public let isDone: Bool

  /// Creates something to do.
  public init(title: String, isDone: Bool = false) {
    self.title = title
    self.isDone = isDone
  }
}
