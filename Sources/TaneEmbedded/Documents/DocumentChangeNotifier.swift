import Synchronization
import TaneCore

/// A notifier for observers of a file's documents, triggered by writes of this process.
final class DocumentChangeNotifier: Sendable {
  private struct Observer {
    let database: String
    let scope: DocumentScope
    let signal: AsyncStream<Void>.Continuation
  }

  private struct State {
    var observers: [Int: Observer] = [:]
    var last = 0
  }

  private let state = Mutex(State())

  /// Returns a stream of signals about writes to a scope's documents, and the stream's
  /// continuation.
  ///
  /// Pending signals are merged into one.
  func signals(
    of database: String,
    _ scope: DocumentScope
  ) -> (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation) {
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.last += 1
      state.observers[state.last] = Observer(database: database, scope: scope, signal: signal)
      return state.last
    }
    signal.onTermination = { [weak self] _ in
      self?.state.withLock { $0.observers[id] = nil }
    }
    return (signals, signal)
  }

  /// Sends a signal to the observers of the written documents, or of all documents if `paths` is
  /// nil.
  func notifyObservers(of paths: [DocumentPath]?, in database: String) {
    let observers = state.withLock { Array($0.observers.values) }
    for observer in observers where observer.database == database {
      guard paths?.contains(where: observer.scope.mayInclude) ?? true else { continue }
      observer.signal.yield()
    }
  }
}

extension DocumentScope {
  /// Returns true if the scope may include a document, based on its path.
  fileprivate func mayInclude(_ path: DocumentPath) -> Bool {
    switch self {
    case .document(let own): own == path
    case .query(let query): query.covers(path)
    }
  }
}
