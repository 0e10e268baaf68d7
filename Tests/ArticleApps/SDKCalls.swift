import FirebaseAuth
import FirebaseCore
import FirebaseDatabase
import FirebaseFirestore
import FirebaseRemoteConfig
import FirebaseStorage
import Foundation

// SDK calls that the articles do not make, written as in apps. This file is only compiled; other
// tests run such calls.

enum EmulatorSetup {
  static func useEmulators() {
    Database.database().useEmulator(withHost: "127.0.0.1", port: 9000)
    Firestore.firestore().useEmulator(withHost: "127.0.0.1", port: 8080)
    Auth.auth().useEmulator(withHost: "127.0.0.1", port: 9099)
    Storage.storage().useEmulator(withHost: "127.0.0.1", port: 9199)
  }

  static func useSettings() {
    let settings = Firestore.firestore().settings
    settings.host = "127.0.0.1:8080"
    settings.isSSLEnabled = false
    settings.isPersistenceEnabled = false
    settings.cacheSizeBytes = FirestoreCacheSizeUnlimited
    settings.cacheSettings = PersistentCacheSettings(sizeBytes: 1_048_576)
    settings.cacheSettings = MemoryCacheSettings(garbageCollectorSettings: MemoryLRUGCSettings())
    settings.cacheSettings = MemoryCacheSettings(garbageCollectorSettings: MemoryEagerGCSetting())
    settings.cacheSettings = MemoryCacheSettings()
    Firestore.firestore().settings = settings
  }
}

enum AccountCalls {
  static func signIn(idToken: String, nonce: String) async throws {
    let auth = Auth.auth()
    auth.languageCode = "ja"
    let google = GoogleAuthProvider.credential(withIDToken: idToken, accessToken: "")
    let result = try await auth.signIn(with: google)
    print(result.additionalUserInfo?.isNewUser ?? false)
    print(result.additionalUserInfo?.providerID ?? "")
    let apple = OAuthProvider.credential(providerID: .apple, idToken: idToken, rawNonce: nonce)
    print(apple.provider, apple.idToken ?? "", apple.accessToken ?? "", apple.secret ?? "")
    try await auth.signIn(with: apple)
    let custom = AuthProviderID.custom("oidc.company")
    try await auth.signIn(with: OAuthProvider.credential(providerID: custom, accessToken: ""))
    try await auth.signIn(with: FacebookAuthProvider.credential(withAccessToken: ""))
    try await auth.signIn(with: GitHubAuthProvider.credential(withToken: ""))
    try await auth.signIn(with: TwitterAuthProvider.credential(withToken: "", secret: ""))
    try await auth.signIn(withCustomToken: "")
    auth.signIn(withCustomToken: "") { result, error in print(result?.user.uid ?? "", error ?? "") }
    auth.signIn(with: google) { result, error in print(result?.user.uid ?? "", error ?? "") }
  }

  static func phone(number: String) async throws {
    let provider = PhoneAuthProvider.provider()
    let id = try await provider.verifyPhoneNumber(number, uiDelegate: nil)
    let credential = provider.credential(withVerificationID: id, verificationCode: "123456")
    try await Auth.auth().signIn(with: credential)
    PhoneAuthProvider.provider(auth: Auth.auth()).verifyPhoneNumber(number, uiDelegate: nil) {
      id,
      error in print(id ?? "", error ?? "")
    }
  }

  static func codes(email: String, code: String) async throws {
    let auth = Auth.auth()
    try await auth.sendPasswordReset(withEmail: email)
    auth.sendPasswordReset(withEmail: email) { error in print(error ?? "sent") }
    print(try await auth.verifyPasswordResetCode(code))
    auth.verifyPasswordResetCode(code) { email, error in print(email ?? "", error ?? "") }
    try await auth.confirmPasswordReset(withCode: code, newPassword: "secret8")
    auth.confirmPasswordReset(withCode: code, newPassword: "secret8") { print($0 ?? "set") }
    try await auth.applyActionCode(code)
    auth.applyActionCode(code) { print($0 ?? "applied") }
  }

  static func profile(of user: User) async throws {
    let request = user.createProfileChangeRequest()
    request.displayName = "花子"
    request.photoURL = URL(string: "https://example.com/a.jpg")
    try await request.commitChanges()
    request.commitChanges { error in print(error ?? "changed") }
    try await user.updateEmail(to: "b@example.com")
    user.updateEmail(to: "b@example.com") { print($0 ?? "changed") }
    try await user.updatePassword(to: "secret8")
    user.updatePassword(to: "secret8") { print($0 ?? "changed") }
    try await user.sendEmailVerification()
    user.sendEmailVerification { print($0 ?? "sent") }
    try await user.sendEmailVerification(beforeUpdatingEmail: "c@example.com")
    print(user.providerID, user.metadata.creationDate ?? .distantPast, user.refreshToken ?? "")
    print(user.metadata.lastSignInDate ?? .distantPast)
    for info in user.providerData { print(info.providerID, info.uid, info.email ?? "") }
    let token = try await user.getIDTokenResult(forcingRefresh: true)
    print(token.token, token.expirationDate, token.authDate, token.issuedAtDate)
    print(token.signInProvider, token.claims["admin"] as? Bool ?? false)
    user.getIDTokenResult { result, error in print(result?.claims ?? [:], error ?? "") }
    user.getIDTokenResult(forcingRefresh: true) { result, _ in print(result?.token ?? "") }
  }

  static func links(of user: User, email: String, password: String) async throws {
    let credential = EmailAuthProvider.credential(withEmail: email, password: password)
    print(try await user.link(with: credential).user.uid)
    user.link(with: credential) { result, error in print(result?.user.uid ?? "", error ?? "") }
    print(try await user.unlink(fromProvider: EmailAuthProvider.id).providerData.count)
    user.unlink(fromProvider: GoogleAuthProvider.id) { user, _ in print(user?.uid ?? "") }
    try await user.reauthenticate(with: credential)
    user.reauthenticate(with: credential) { result, error in print(result ?? "", error ?? "") }
  }

  static func listen() {
    let auth = Auth.auth()
    let handle: IDTokenDidChangeListenerHandle = auth.addIDTokenDidChangeListener { auth, user in
      print(auth.currentUser?.uid ?? "", user?.uid ?? "")
    }
    auth.removeIDTokenDidChangeListener(handle)
  }

  static func isPasswordWrong(_ error: Error) -> Bool {
    let error = error as NSError
    return error.domain == AuthErrorDomain && AuthErrors.domain == AuthErrorDomain
      && AuthErrorCode(rawValue: error.code) == .wrongPassword
  }
}

enum DocumentCalls {
  struct Post: Codable {
    @DocumentID var id: String?
    var text: String
  }

  static func database() async throws {
    let firestore = Firestore.firestore(database: "(default)")
    try await firestore.clearPersistence()
    firestore.clearPersistence { print($0 ?? "cleared") }
    try await firestore.enableNetwork()
    firestore.enableNetwork { print($0 ?? "enabled") }
    try await firestore.disableNetwork()
    firestore.disableNetwork { print($0 ?? "disabled") }
    try await firestore.terminate()
    firestore.terminate { print($0 ?? "terminated") }
  }

  static func reading() async throws {
    let posts = Firestore.firestore().collection("posts")
    let snapshot = try await posts.whereField(.documentID(), in: ["1"]).getDocuments()
    _ = posts.whereField(FieldPath.documentID(), isGreaterThan: "1").order(by: .documentID())
    for document in snapshot.documents {
      let fields: [String: Any] = document.data(with: .estimate)
      let post = try Firestore.Decoder().decode(Post.self, from: fields, in: document.reference)
      print(post, document.get(FieldPath(["place", "city"])) ?? "", document["text"] ?? "")
      print(document.get("createdAt", serverTimestampBehavior: .previous) ?? "")
      let any: DocumentSnapshot = document
      print(any.data(with: .none) ?? [:])
    }
    posts.count.getAggregation(source: .server) { snapshot, error in
      print(snapshot?.count ?? 0, error ?? "")
    }
  }

  static func isMissing(_ error: Error) -> Bool {
    let error = error as NSError
    return error.domain == FirestoreErrorDomain
      && FirestoreErrorCode.Code(rawValue: error.code) == .notFound
  }
}

enum OtherCalls {
  static func database() {
    let database = Database.database()
    Database.setLoggingEnabled(true)
    database.goOffline()
    database.goOnline()
    database.purgeOutstandingWrites()
    print(database.callbackQueue)
  }

  static func storage(_ error: Error) -> Bool {
    let reference = Storage.storage().reference(withPath: "a.jpg")
    print(reference.storage.reference().fullPath)
    let error = error as NSError
    return error.domain == StorageErrorDomain
      && StorageErrorCode(rawValue: error.code) == .objectNotFound
  }
}

enum ConfigCalls {
  struct AppSettings: Codable {
    var pageSize: Int
  }

  static func start() {
    let config = RemoteConfig.remoteConfig()
    let settings = RemoteConfigSettings()
    settings.minimumFetchInterval = 0
    settings.fetchTimeout = 30
    config.configSettings = settings
    config.setDefaults(["greeting": "Hello" as NSObject, "checkout": false as NSNumber])
    let defaults: [String: Any?] = ["color": "#FBB03B"]
    config.setDefaults(defaults as? [String: NSObject])
    config.setDefaults(fromPlist: "RemoteConfigDefaults")
    config.ensureInitialized { print($0 ?? "ready") }
    config.fetch { (status, error) -> Void in
      guard status == .success else { return print(error?.localizedDescription ?? "") }
      config.activate { changed, error in print(changed, error ?? "") }
    }
    config.fetch(withExpirationDuration: TimeInterval(60)) { print($0, $1 ?? "") }
    config.fetch(withExpirationDuration: 60)
    config.fetch()
    config.activate()
    config.fetchAndActivate { status, error in
      switch status {
      case .successFetchedFromRemote, .successUsingPreFetchedData: print("activated")
      case .error: print(error ?? "")
      @unknown default: break
      }
    }
    config.fetchAndActivate()
  }

  static func values() async throws {
    let config = RemoteConfig.remoteConfig()
    try await config.ensureInitialized()
    let fetched: RemoteConfigFetchStatus = try await config.fetch()
    let expired = try await config.fetch(withExpirationDuration: 0)
    let both: RemoteConfigFetchAndActivateStatus = try await config.fetchAndActivate()
    let changed: Bool = try await config.activate()
    print(fetched == .success, expired == .throttled, both == .successFetchedFromRemote, changed)
    let value: RemoteConfigValue = config["greeting"]
    print(value.stringValue, value.numberValue.intValue, value.dataValue, value.boolValue)
    print(value.jsonValue as? [String: Any] ?? [:], value.source == .remote)
    print(config.configValue(forKey: "a").source == .static, config.configValue(forKey: nil))
    print(config.configValue(forKey: "a", source: .default).stringValue)
    print(config.defaultValue(forKey: "a")?.stringValue ?? "", config.allKeys(from: .remote))
    print(config.keys(withPrefix: "feature_"), config.keys(withPrefix: nil))
    print(config.lastFetchTime ?? .distantPast, config.lastFetchStatus == .noFetchYet)
    let size: Int = try value.decoded()
    let settings = try config.decoded(asType: AppSettings.self)
    let same: AppSettings? = config[decodedValue: "settings"]
    try config.setDefaults(from: settings)
    print(size, same?.pageSize ?? 0, config[jsonValue: "settings"]?["pageSize"] ?? 0)
  }

  static func listen() async throws {
    let config = RemoteConfig.remoteConfig()
    let registration: ConfigUpdateListenerRegistration = config.addOnConfigUpdateListener {
      configUpdate,
      error in
      guard let configUpdate, error == nil else { return print(error ?? "") }
      print(configUpdate.updatedKeys.sorted())
      config.activate { _, _ in }
    }
    registration.remove()
    for try await update in config.configUpdates { print(update.updatedKeys) }
  }

  static func isThrottled(_ error: Error) -> Bool {
    let plain = error as NSError
    if plain.domain == RemoteConfigUpdateErrorDomain {
      return RemoteConfigUpdateError.Code(rawValue: plain.code) == .unavailable
    }
    print(plain.userInfo[RemoteConfigThrottledEndTimeInSecondsKey] ?? "")
    return plain.domain == RemoteConfigErrorDomain
      && RemoteConfigError.Code(rawValue: plain.code) == .throttled
  }
}

enum AppCalls {
  static func configure() async {
    FirebaseConfiguration.shared.setLoggerLevel(.min)
    print(FirebaseConfiguration.shared.loggerLevel() == .error)
    FirebaseApp.configure()
    let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
    options.projectID = "demo-admin"
    options.apiKey = "AIza"
    options.databaseURL = "https://demo-admin.firebaseio.com"
    options.storageBucket = "demo-admin.appspot.com"
    FirebaseApp.configure(name: "admin", options: options)
    if let options = FirebaseOptions.defaultOptions() { FirebaseApp.configure(options: options) }
    for (name, app) in FirebaseApp.allApps ?? [:] {
      print(name, app.name, app.options.googleAppID, app.options.gcmSenderID, app.options.bundleID)
      app.isDataCollectionDefaultEnabled = false
    }
    guard let app = FirebaseApp.app(name: "admin") else { return }
    print(Auth.auth(app: app).app?.name ?? "", Firestore.firestore(app: app).app.name)
    print(Firestore.firestore(app: app, database: "(default)").app.options.apiKey ?? "")
    print(Database.database(app: app).app?.name ?? "", Storage.storage(app: app).app.name)
    print(Database.database(app: app, url: "https://demo-admin.firebaseio.com").reference())
    print(Storage.storage(app: app, url: "gs://demo-admin.appspot.com").reference().fullPath)
    print(RemoteConfig.remoteConfig(app: app).lastFetchStatus)
    app.delete { success in print(success) }
    let isDeleted: Bool = await app.delete()
    print(isDeleted)
  }
}
