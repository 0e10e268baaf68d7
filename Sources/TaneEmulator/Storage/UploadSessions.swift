import HTTPTypes
import Synchronization
import TaneCore

/// The resumable uploads that have begun, by their identifiers.
final class UploadSessions: Sendable {
  private struct State {
    var sessions: [String: UploadSession] = [:]
    /// The identifiers in the order in which the uploads began.
    var order: [String] = []
  }

  /// The most uploads that are remembered; the oldest is forgotten first.
  private static let limit = 1000

  private let state = Mutex(State())

  /// Remembers an upload that begins.
  func insert(_ session: UploadSession, as id: String) {
    state.withLock { state in
      if state.order.count >= Self.limit {
        state.sessions[state.order.removeFirst()] = nil
      }
      state.sessions[id] = session
      state.order.append(id)
    }
  }

  /// Changes an upload, one change at a time.
  ///
  /// - Throws: A `StorageFailure` of status 404 for an upload that is not known, or what `body` throws.
  func withSession<Value: Sendable>(
    _ id: String,
    _ body: (inout UploadSession) throws(StorageFailure) -> Value
  ) throws(StorageFailure) -> Value {
    let result = state.withLock { state -> Result<Value, StorageFailure> in
      guard var session = state.sessions.removeValue(forKey: id) else {
        return .failure(
          StorageFailure(.notFound, "notFound", "The upload is not known: begin it again.")
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

  /// Forgets all uploads.
  func removeAll() {
    state.withLock { $0 = State() }
  }
}
