import Synchronization

/// A hub that notifies observers of a store when this process writes to it.
final class ChangeHub<Place: Sendable>: Sendable {
  private struct Observer {
    let concerns: @Sendable (Place) -> Bool
    weak var signal: ChangeSignal?
  }

  private let observers = Mutex<[Observer]>([])

  /// Returns a signal that is raised after every write to a location that satisfies a predicate.
  ///
  /// The hub does not retain the signal.
  func signal(where concerns: @escaping @Sendable (Place) -> Bool) -> ChangeSignal {
    let signal = ChangeSignal()
    observers.withLock { observers in
      observers.removeAll { $0.signal == nil }
      observers.append(Observer(concerns: concerns, signal: signal))
    }
    return signal
  }

  /// Raises each signal whose predicate is satisfied by any of the given locations.
  func publish(_ places: [Place]) {
    let signals = observers.withLock { observers in
      observers.filter { places.contains(where: $0.concerns) }.compactMap(\.signal)
    }
    signals.forEach { $0.raise() }
  }
}
