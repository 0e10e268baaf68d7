import Foundation
import FirebaseAuth
import FirebaseDatabase

// The first and the last of the app's three presenters; `SignInPresenter` is shown between them.

@MainActor
protocol LaunchPresenterInput: AnyObject {
  func viewDidLoad()
}

@MainActor
protocol LaunchPresenterOutput: AnyObject {
  func showSignIn()
  func showToDos(of user: User)
}

@MainActor
final class LaunchPresenter: LaunchPresenterInput {
  private weak var view: LaunchPresenterOutput?

  init(view: LaunchPresenterOutput) { self.view = view }

  /// Signs in automatically: the session of an earlier launch continues if the account still
  /// exists.
  func viewDidLoad() {
    guard let user = Auth.auth().currentUser else {
      view?.showSignIn()
      return
    }
    user.reload { [weak self] error in
      if error == nil {
        self?.view?.showToDos(of: user)
      } else {
        try? Auth.auth().signOut()
        self?.view?.showSignIn()
      }
    }
  }
}

@MainActor
protocol ToDoListPresenterInput: AnyObject {
  var numberOfToDos: Int { get }
  func toDo(at index: Int) -> ToDo?
  func viewWillAppear()
  func viewWillDisappear()
  func didTapAdd(_ title: String)
  func didSelect(at index: Int)
  func didTapSignOut()
}

@MainActor
protocol ToDoListPresenterOutput: AnyObject {
  func reloadData()
  func showError(_ message: String)
  func close()
}

@MainActor
final class ToDoListPresenter: ToDoListPresenterInput {
  private weak var view: ToDoListPresenterOutput?
  private let reference: DatabaseReference
  private var toDos: [(key: String, toDo: ToDo)] = []
  private var handle: DatabaseHandle?

  init(view: ToDoListPresenterOutput, user: User, reference: DatabaseReference) {
    self.view = view
    self.reference = reference.child("user-todolist").child(user.uid)
  }

  var numberOfToDos: Int { toDos.count }

  func toDo(at index: Int) -> ToDo? {
    toDos.indices.contains(index) ? toDos[index].toDo : nil
  }

  func viewWillAppear() {
    handle = reference.observe(
      .value,
      with: { [weak self] snapshot in
        self?.toDos = snapshot.children.compactMap { child in
          (try? child.data(as: ToDo.self)).map { (child.key, $0) }
        }
        self?.view?.reloadData()
      },
      withCancel: { [weak self] error in self?.view?.showError(error.localizedDescription) }
    )
  }

  func viewWillDisappear() {
    if let handle = handle { reference.removeObserver(withHandle: handle) }
    handle = nil
  }

  func didTapAdd(_ title: String) {
    guard !title.isEmpty else {
      view?.showError("Please write what is to be done.")
      return
    }
    reference.childByAutoId().setValue(["title": title, "isDone": false]) { [weak self] error, _ in
      if let error = error { self?.view?.showError(error.localizedDescription) }
    }
  }

  func didSelect(at index: Int) {
    guard let toDo = toDo(at: index) else { return }
    reference.child("\(toDos[index].key)/isDone").setValue(!toDo.isDone)
  }

  func didTapSignOut() {
    do {
      try Auth.auth().signOut()
      view?.close()
    } catch {
      view?.showError(error.localizedDescription)
    }
  }
}
