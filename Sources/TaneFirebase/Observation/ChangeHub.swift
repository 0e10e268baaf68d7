import Synchronization

/// Tells the observers of a store about the writes that this process makes to it.
final class ChangeHub<Place: Sendable>: Sendable {
  private struct Observer {
    let concerns: @Sendable (Place) -> Bool
    weak var signal: ChangeSignal?
  }

  private let observers = Mutex<[Observer]>([])

  /// A signal that is raised after every write to a place that concerns an observer.
  ///
  /// The hub forgets it when nobody else holds it.
  func signal(where concerns: @escaping @Sendable (Place) -> Bool) -> ChangeSignal {
    let signal = ChangeSignal()
    observers.withLock { observers in
      observers.removeAll { $0.signal == nil }
      observers.append(Observer(concerns: concerns, signal: signal))
    }
    return signal
  }

  /// Raises the signals of those whom writes to some places concern.
  func note(_ places: [Place]) {
    let signals = observers.withLock { observers in
      observers.filter { places.contains(where: $0.concerns) }.compactMap(\.signal)
    }
    signals.forEach { $0.raise() }
  }
}
