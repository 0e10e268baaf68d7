package import TaneCore

/// The estimated cost of steps, such as requests and bytes, based on the plan alone.
package struct PlanCost: Sendable, Hashable {
  /// The number of write requests.
  package var requests: Int
  /// The approximate size of the values and objects to send, in bytes.
  package var bytes: Int
  /// The number of documents read for the plan, which Firestore bills.
  package var documentsRead = 0
  /// The number of writes that may trigger Cloud Functions.
  package var events: Int
  /// The minimum time, in seconds, to create new documents at a slowly increasing rate.
  package var rampSeconds = 0
  /// The collections whose new documents have sequential IDs or fields: `rooms (IDs, createdAt)`.
  package var hotSpots: [String] = []

  /// Creates the cost of steps that require a number of requests, with one event per step.
  package init(of steps: [PlanStep], requests: Int, documentsRead: Int = 0) {
    self.requests = requests
    self.documentsRead = documentsRead
    events = steps.count
    bytes = steps.reduce(0) { $0 + $1.sentByteCount }
  }
}

extension PlanStep {
  /// The approximate size of the written data, in bytes.
  fileprivate var sentByteCount: Int {
    if let blob = difference.new.blob { return before.blob == blob ? 0 : blob.size }
    return changes.reduce(0) { $0 + ($1.new?.approximateByteCount ?? 0) }
  }
}
