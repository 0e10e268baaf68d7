public import TaneFirebase

extension ShopsViewModel {
  /// Returns the view model in the active environment.
  public static func live(databases: RealtimeDatabaseManager = .shared) -> ShopsViewModel {
    ShopsViewModel(getShops: DefaultGetShopsUseCase(reference: databases.shopsReference))
  }
}
