import TaneCore

/// The listeners on one target, which receive the same events.
struct ListenerGroup {
  /// One listener with its format and callbacks.
  struct Listener {
    let format: ListenerFormat
    let send: @Sendable ([UInt8]) -> Void
    let revoke: @Sendable (String) -> Void
  }

  let target: ListenTarget
  var listeners: [Int: Listener] = [:]
  /// The query's current result, or nil if the target has no query.
  private var selection: DatabaseNode?

  init(target: ListenTarget) {
    self.target = target
  }

  /// Returns the target's value in the given state of the database.
  func currentValue(in root: DatabaseNode?) -> DatabaseNode? {
    target.query.selection(from: root[target.path])
  }

  /// Stores the query's initial result, with which later results are compared.
  mutating func begin(with root: DatabaseNode?) {
    guard !target.query.selectsAll else { return }
    selection = currentValue(in: root)
  }

  /// Notifies every listener if a change to the database affects the target.
  mutating func notifyListeners(_ change: DatabaseChange, of root: DatabaseNode?) {
    guard let event = event(for: change, of: root) else { return }
    var encoded: [ListenerFormat: [UInt8]?] = [:]
    for listener in listeners.values {
      let bytes = encoded[listener.format] ?? listener.format.encode(event)
      encoded[listener.format] = .some(bytes)
      if let bytes { listener.send(bytes) }
    }
  }

  /// Calls every listener's `revoke` closure with the reason for the removal.
  func revoke(_ reason: String) {
    for listener in listeners.values { listener.revoke(reason) }
  }

  private mutating func event(
    for change: DatabaseChange,
    of root: DatabaseNode?
  ) -> ListenerEvent? {
    guard !target.query.selectsAll else {
      return change.event(forNodeAt: target.path, of: root)
    }
    let old = selection
    selection = currentValue(in: root)
    return ListenerEvent(from: old, to: selection)
  }
}
