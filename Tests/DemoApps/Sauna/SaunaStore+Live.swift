public import TaneFirebase

extension SaunaStore {
  /// Returns the store of a sauna in the active environment.
  public static func live(saunaID: String, firestore: FirestoreManager = .shared) -> SaunaStore {
    SaunaStore(SaunaFeature.State(saunaID: saunaID), client: .live(firestore.firestore))
  }
}
