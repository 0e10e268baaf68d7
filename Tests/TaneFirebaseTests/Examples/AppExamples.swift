import Foundation
import TaneFirebase

/// The examples in the documentation of apps, unchanged.
struct AppExamples {
  let admin: FirebaseApp
  let email: String
  let password: String

  func appExample() {
    let project = FirebaseApp.app()?.options.projectID
    _ = project
  }

  func optionsExample() {
    let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
    options.projectID = "demo-shops"
  }

  func authExample() async throws {
    let user = try await Auth.auth(app: admin).createUser(withEmail: email, password: password)
    _ = user
  }

  func firestoreExample() {
    let posts = Firestore.firestore(app: admin).collection("posts")
    _ = posts
  }

  func deleteExample() async {
    await FirebaseApp.app(name: "admin")?.delete()
  }
}
