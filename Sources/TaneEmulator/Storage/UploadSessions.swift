import HTTPTypes
import Synchronization
import TaneCore

/// The resumable uploads by identifier.
final class UploadSessions: Sendable {
  private struct State {
    var sessions: [String: UploadSession] = [:]
    /// The identifiers in the order of creation.
    var order: [String] = []
  }

  /// The maximum number of uploads; the oldest is removed first.
  private static let limit = 1000

  private let state = Mutex(State())

  /// Adds an upload, and removes the oldest upload if there are too many.
  func insert(_ session: UploadSession, as id: String) {
    state.withLock { state in
      if state.order.count >= Self.limit {
        state.sessions[state.order.removeFirst()] = nil
      }
      state.sessions[id] = session
      state.order.append(id)
    }
  }

  /// Runs a closure with exclusive access to an upload.
  ///
  /// - Throws: A `StorageFailure` with status 404 for an unknown upload, or an error thrown by
  ///   `body`.
  func withSession<Value: Sendable>(
    _ id: String,
    _ body: (inout UploadSession) throws(StorageFailure) -> Value
  ) throws(StorageFailure) -> Value {
    let result = state.withLock { state -> Result<Value, StorageFailure> in
      guard var session = state.sessions.removeValue(forKey: id) else {
        return .failure(
          StorageFailure(.notFound, "notFound", "The upload is unknown: begin a new one.")
        )
      }
      defer { state.sessions[id] = session }
      do throws(StorageFailure) {
        return .success(try body(&session))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  func removeAll() {
    state.withLock { $0 = State() }
  }
}
