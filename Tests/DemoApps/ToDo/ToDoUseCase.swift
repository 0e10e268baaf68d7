public import DemoModels
public import Foundation

/// What a user can do with the own list.
public protocol ToDoUseCase: Sendable {
  /// Whether somebody is signed in whose list it is, such as by an earlier screen.
  var isSignedIn: Bool { get }

  /// Signs a user in, whose list it is from then on.
  func signIn(email: String, password: String) async throws

  /// Ends the session.
  func signOut() throws

  /// The items in the order in which they were added, now and after every change.
  func items() throws -> any AsyncSequence<[ToDoItem], any Error>

  /// Adds an item at the end.
  func add(title: String) async throws

  /// Turns items that are done into items to do, and the other way round: all of them, or none.
  func toggle(_ items: [ToDoItem]) async throws
}

/// Why something cannot be done with a list.
public enum ToDoError: LocalizedError, Hashable, Sendable {
  /// Nobody is signed in whose list it could be.
  case notSignedIn
  /// The title says nothing.
  case emptyTitle

  /// What the user reads.
  public var errorDescription: String? {
    switch self {
    case .notSignedIn: "Please sign in first."
    case .emptyTitle: "Please write what is to be done."
    }
  }
}

/// Gives the user who is signed in the list of that user.
public struct DefaultToDoUseCase: ToDoUseCase {
  private let accounts: any AccountRepository
  private let toDos: any ToDoRepository

  /// Creates the use case.
  public init(accounts: any AccountRepository, toDos: any ToDoRepository) {
    self.accounts = accounts
    self.toDos = toDos
  }

  /// Whether somebody is signed in; see the protocol.
  public var isSignedIn: Bool { accounts.userID != nil }

  /// Signs a user in; see the protocol.
  public func signIn(email: String, password: String) async throws {
    try await accounts.signIn(email: email, password: password)
  }

  /// Ends the session.
  public func signOut() throws {
    try accounts.signOut()
  }

  /// The items; see the protocol.
  public func items() throws -> any AsyncSequence<[ToDoItem], any Error> {
    toDos.items(of: try userID())
  }

  /// Adds an item; blanks around the title do not count.
  public func add(title: String) async throws {
    let title = title.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !title.isEmpty else { throw ToDoError.emptyTitle }
    try await toDos.add(ToDo(title: title), for: try userID())
  }

  /// Turns items over; see the protocol.
  public func toggle(_ items: [ToDoItem]) async throws {
    let isDone = items.map { ($0.id, !$0.toDo.isDone) }
    try await toDos.setDone(Dictionary(uniqueKeysWithValues: isDone), for: try userID())
  }

  private func userID() throws -> String {
    guard let userID = accounts.userID else { throw ToDoError.notSignedIn }
    return userID
  }
}
