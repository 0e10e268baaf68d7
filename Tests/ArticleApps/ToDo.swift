import Foundation
import FirebaseAuth
import FirebaseDatabase

struct ToDo: Codable {
  var title: String
  var isDone: Bool
}

@MainActor
protocol SignInOutput: AnyObject {
  func didSignIn(_ user: User)
  func didFail(_ message: String)
}

@MainActor
final class SignInPresenter {
  weak var view: SignInOutput?
  private var handle: AuthStateDidChangeListenerHandle?

  init(view: SignInOutput) { self.view = view }

  func viewWillAppear() {
    handle = Auth.auth().addStateDidChangeListener { [weak self] _, user in
      if let user = user { self?.view?.didSignIn(user) }
    }
  }

  func viewWillDisappear() {
    if let handle = handle { Auth.auth().removeStateDidChangeListener(handle) }
  }

  func signIn(email: String, password: String) {
    Auth.auth().signIn(withEmail: email, password: password) { [weak self] result, error in
      if let error = error {
        self?.view?.didFail(Self.message(of: error))
        return
      }
      guard let user = result?.user else { return }
      user.getIDToken { token, _ in print(token?.isEmpty ?? true) }
      self?.view?.didSignIn(user)
    }
  }

  func signUp(email: String, password: String) {
    Auth.auth().createUser(withEmail: email, password: password) { result, error in
      print(result?.user.uid ?? error?.localizedDescription ?? "")
    }
  }

  private static func message(of error: Error) -> String {
    guard let code = AuthErrorCode(rawValue: (error as NSError).code) else {
      return error.localizedDescription
    }
    switch code {
    case .invalidEmail: return "The address is not valid."
    case .wrongPassword, .invalidCredential: return "The password is wrong."
    case .userNotFound: return "There is no such user."
    case .networkError: return "There is no connection."
    default: return error.localizedDescription
    }
  }
}

@MainActor
final class ToDoRepository {
  private let reference: DatabaseReference
  private(set) var count = 0

  init(user: User) {
    reference = Database.database(
      url: "https://tane-demo-prd-users.asia-southeast1.firebasedatabase.app"
    ).reference(withPath: "user-todolist").child(user.uid)
  }

  func follow(_ changed: @escaping ([ToDo]) -> Void) -> DatabaseHandle {
    reference.observe(.value) { snapshot in
      changed(snapshot.children.compactMap { try? $0.data(as: ToDo.self) })
    }
  }

  func add(_ title: String) {
    guard let key = reference.childByAutoId().key else { return }
    let item: [String: Any] = ["title": title, "isDone": false]
    reference.updateChildValues(["/\(key)": item]) { error, _ in
      print(error?.localizedDescription ?? "added")
    }
    reference.child(key).onDisconnectRemoveValue()
  }

  func finishAll() {
    reference.runTransactionBlock { data in
      guard var items = data.value as? [String: [String: Any]] else { return .abort() }
      for key in items.keys { items[key]?["isDone"] = true }
      data.value = items
      return TransactionResult.success(withValue: data)
    } andCompletionBlock: { [weak self] error, committed, snapshot in
      if committed { self?.count = Int(snapshot?.childrenCount ?? 0) }
      if let error = error { print(error.localizedDescription) }
    }
  }

  func clear() {
    reference.removeValue { error, reference in print(error ?? reference) }
    do { try Auth.auth().signOut() } catch { print(error) }
  }
}
