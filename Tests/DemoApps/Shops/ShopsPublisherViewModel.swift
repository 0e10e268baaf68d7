public import DemoModels
import Foundation
@preconcurrency public import OpenCombine

/// What a view tells the view model of the shops.
@MainActor
public protocol ShopsViewModelInputs: AnyObject {
  /// The view is there: the first time, this is the initial trigger of loading.
  func viewDidLoad()
  /// The user pulls the list down.
  func refresh()
}

/// What a view shows of the shops.
@MainActor
public protocol ShopsViewModelOutputs: AnyObject {
  /// The shops, each time that they were loaded.
  var shops: AnyPublisher<[Shop], Never> { get }
  /// Whether to show that something is awaited; only changes are published.
  var isLoading: AnyPublisher<Bool, Never> { get }
  /// Why the shops could not be loaded.
  var message: AnyPublisher<String, Never> { get }
}

/// The twin of `ShopsViewModel` with inputs, outputs and publishers between them, as apps that use Combine
/// or RxSwift have it.
@MainActor
public final class ShopsPublisherViewModel: ShopsViewModelInputs, ShopsViewModelOutputs {
  /// What the view tells.
  public var inputs: any ShopsViewModelInputs { self }
  /// What the view shows.
  public var outputs: any ShopsViewModelOutputs { self }

  /// The shops, each time that they were loaded.
  public let shops: AnyPublisher<[Shop], Never>
  /// Whether to show that something is awaited; only changes are published.
  public let isLoading: AnyPublisher<Bool, Never>
  /// Why the shops could not be loaded.
  public let message: AnyPublisher<String, Never>

  private let loaded = PassthroughSubject<Void, Never>()
  private let refreshes = PassthroughSubject<Void, Never>()
  private let state = CurrentValueSubject<RequestState<[Shop]>, Never>(.none)
  private let getShops: any GetShopsUseCase
  private var subscriptions: Set<AnyCancellable> = []
  private var request: AnyCancellable?

  /// Creates the view model.
  public init(getShops: any GetShopsUseCase) {
    self.getShops = getShops
    shops = state.compactMap(\.value).eraseToAnyPublisher()
    isLoading = state.map(\.isRequesting).removeDuplicates().eraseToAnyPublisher()
    message = state.compactMap { $0.error?.localizedDescription }.eraseToAnyPublisher()
    loaded.first().sink { [weak self] in self?.load() }.store(in: &subscriptions)
    refreshes.sink { [weak self] in self?.load() }.store(in: &subscriptions)
  }

  /// The view is there; see the protocol.
  public func viewDidLoad() { loaded.send() }

  /// The user pulls the list down; see the protocol.
  public func refresh() { refreshes.send() }

  /// Loads the shops; a request that is under way is given up for the newer one.
  private func load() {
    state.send(.requesting)
    let task = Task { [state, getShops] in
      let shops: RequestState<[Shop]>
      do {
        shops = .success(try await getShops.getAll())
      } catch {
        shops = .error(error)
      }
      if !Task.isCancelled { state.send(shops) }
    }
    request = AnyCancellable(task.cancel)
  }
}
