import Synchronization
import TaneCore

/// Tells who observes documents of a file that this process has written some of them.
final class DocumentSignals: Sendable {
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

  /// A signal after every write to documents that a scope is about, and what gives others; many that nobody has heard
  /// are one.
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

  /// Notes a write; nil for one that may be about any document.
  func note(_ paths: [DocumentPath]?, in database: String) {
    let observers = state.withLock { Array($0.observers.values) }
    for observer in observers where observer.database == database {
      guard paths?.contains(where: observer.scope.isAbout) ?? true else { continue }
      observer.signal.yield()
    }
  }
}

extension DocumentScope {
  /// Whether a document belongs to the scope, as far as its path says.
  fileprivate func isAbout(_ path: DocumentPath) -> Bool {
    switch self {
    case .document(let own): own == path
    case .query(let query): query.covers(path)
    }
  }
}
