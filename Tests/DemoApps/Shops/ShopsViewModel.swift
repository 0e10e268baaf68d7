public import DemoModels

/// A view model of the list of shops.
@MainActor
public final class ShopsViewModel {
  /// The shops, as the state of their request.
  @Broadcast public private(set) var shops = RequestState<[Shop]>.none
  private let getShops: any GetShopsUseCase

  /// Creates the view model.
  public init(getShops: any GetShopsUseCase) {
    self.getShops = getShops
  }

  /// Loads the shops, unless they are already being loaded.
  public func load() async {
    await _shops.request(getShops.getAll)
  }
}
