public import DemoModels
public import TaneFirebase

extension SaunaStore {
  /// Returns the store of a sauna in the active environment.
  public static func live(
    saunaID: String,
    firestore: FirestoreManager = .shared,
    flags: AppFlags = .defaults
  ) -> SaunaStore {
    SaunaStore(
      SaunaFeature.State(saunaID: saunaID, flags: flags),
      client: .live(firestore.firestore)
    )
  }
}
