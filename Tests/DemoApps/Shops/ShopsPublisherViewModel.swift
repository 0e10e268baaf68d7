public import DemoModels
import Foundation
@preconcurrency public import OpenCombine

/// The inputs of the shops' view model.
@MainActor
public protocol ShopsViewModelInputs: AnyObject {
  /// Notifies the view model that the view was loaded, which triggers the first request.
  func viewDidLoad()
  /// Notifies the view model that the user pulled to refresh.
  func refresh()
}

/// The outputs of the shops' view model.
@MainActor
public protocol ShopsViewModelOutputs: AnyObject {
  /// The shops after each load.
  var shops: AnyPublisher<[Shop], Never> { get }
  /// A Boolean value indicating whether to show a loading indicator; only changes are published.
  var isLoading: AnyPublisher<Bool, Never> { get }
  /// The error message of a failed load.
  var message: AnyPublisher<String, Never> { get }
}

/// A variant of `ShopsViewModel` with inputs, outputs and publishers, as in apps that use Combine
/// or RxSwift.
@MainActor
public final class ShopsPublisherViewModel: ShopsViewModelInputs, ShopsViewModelOutputs {
  /// The inputs.
  public var inputs: any ShopsViewModelInputs { self }
  /// The outputs.
  public var outputs: any ShopsViewModelOutputs { self }

  /// The shops after each load.
  public let shops: AnyPublisher<[Shop], Never>
  /// A Boolean value indicating whether to show a loading indicator; only changes are published.
  public let isLoading: AnyPublisher<Bool, Never>
  /// The error message of a failed load.
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

  /// Starts loading; see the protocol.
  public func viewDidLoad() { loaded.send() }

  /// Loads again; see the protocol.
  public func refresh() { refreshes.send() }

  /// Loads the shops; a newer request replaces a pending one.
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
