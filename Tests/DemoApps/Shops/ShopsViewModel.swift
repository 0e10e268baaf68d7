public import DemoModels

/// The list of shops, for a view to show.
@MainActor
public final class ShopsViewModel {
  /// The shops, and how far the request for them has come.
  @Broadcast public private(set) var shops = RequestState<[Shop]>.none
  private let getShops: any GetShopsUseCase

  /// Creates the view model.
  public init(getShops: any GetShopsUseCase) {
    self.getShops = getShops
  }

  /// Loads the shops, where they are not being loaded already.
  public func load() async {
    await _shops.request(getShops.getAll)
  }
}
