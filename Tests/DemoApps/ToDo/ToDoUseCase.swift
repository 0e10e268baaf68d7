public import DemoModels
public import Foundation

/// A use case for a user's own to-do list.
public protocol ToDoUseCase: Sendable {
  /// A Boolean value indicating whether a user is signed in, for example on an earlier screen.
  var isSignedIn: Bool { get }

  /// Signs a user in; all later calls use that user's list.
  func signIn(email: String, password: String) async throws

  /// Signs the user out.
  func signOut() throws

  /// Returns a sequence of the items in the order of creation, now and after every change.
  func items() throws -> any AsyncSequence<[ToDoItem], any Error>

  /// Appends an item.
  func add(title: String) async throws

  /// Toggles whether items are done, atomically.
  func toggle(_ items: [ToDoItem]) async throws
}

/// An error about the use of a to-do list.
public enum ToDoError: LocalizedError, Hashable, Sendable {
  /// No user is signed in.
  case notSignedIn
  /// The title is empty.
  case emptyTitle

  /// The message for the user.
  public var errorDescription: String? {
    switch self {
    case .notSignedIn: "Please sign in first."
    case .emptyTitle: "Please write what is to be done."
    }
  }
}

/// A use case that gives the signed-in user access to that user's list.
public struct DefaultToDoUseCase: ToDoUseCase {
  private let accounts: any AccountRepository
  private let toDos: any ToDoRepository

  /// Creates the use case.
  public init(accounts: any AccountRepository, toDos: any ToDoRepository) {
    self.accounts = accounts
    self.toDos = toDos
  }

  /// A Boolean value indicating whether a user is signed in; see the protocol.
  public var isSignedIn: Bool { accounts.userID != nil }

  /// Signs a user in; see the protocol.
  public func signIn(email: String, password: String) async throws {
    try await accounts.signIn(email: email, password: password)
  }

  /// Signs the user out.
  public func signOut() throws {
    try accounts.signOut()
  }

  /// Returns a sequence of the items; see the protocol.
  public func items() throws -> any AsyncSequence<[ToDoItem], any Error> {
    toDos.items(of: try userID())
  }

  /// Appends an item; white space around the title is removed.
  public func add(title: String) async throws {
    let title = title.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !title.isEmpty else { throw ToDoError.emptyTitle }
    try await toDos.add(ToDo(title: title), for: try userID())
  }

  /// Toggles items; see the protocol.
  public func toggle(_ items: [ToDoItem]) async throws {
    let isDone = items.map { ($0.id, !$0.toDo.isDone) }
    try await toDos.setDone(Dictionary(uniqueKeysWithValues: isDone), for: try userID())
  }

  private func userID() throws -> String {
    guard let userID = accounts.userID else { throw ToDoError.notSignedIn }
    return userID
  }
}
