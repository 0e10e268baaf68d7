public import TaneFirebase

extension ShopsViewModel {
  /// The view model over the environment that is active now.
  public static func live(databases: RealtimeDatabaseManager = .shared) -> ShopsViewModel {
    ShopsViewModel(getShops: DefaultGetShopsUseCase(reference: databases.shopsReference))
  }
}
