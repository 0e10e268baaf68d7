public import TaneFirebase

extension SaunaStore {
  /// The store of a sauna over the environment that is active now.
  public static func live(saunaID: String, firestore: FirestoreManager = .shared) -> SaunaStore {
    SaunaStore(SaunaFeature.State(saunaID: saunaID), client: .live(firestore.firestore))
  }
}
