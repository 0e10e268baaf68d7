import TaneRuntime

/// An app that activates its environment, run by `tane emulate` in a test.
///
/// It prints a value of each service, and changes one.
@main
struct ActivatingApp {
  static func main() async throws {
    FirebaseApp.configure()
    let name = RealtimeDatabaseManager.shared.shopsReference.child("shops/0/name")
    print("database:", try await name.getData().value ?? "nothing")
    let sauna = try await Firestore.firestore().document("sauna/steam")
      .getDocument()
    print("firestore:", sauna.exists)
    let image = try await Storage.storage().reference(
      withPath: "user_shop_images/1000001/1000003/20260401/20260401_1.jpg"
    ).getMetadata()
    print("storage:", image.size)
    let user = try await Auth.auth()
      .signIn(withEmail: "yuma.mori@example.com", password: "hana-yori-dango")
    print("auth:", user.user.uid)
    let config = RemoteConfig.remoteConfig()
    try await config.fetchAndActivate()
    print("remoteConfig:", config["posts_page_size"].stringValue)
    try await name.setValue("written by the app")
  }
}
