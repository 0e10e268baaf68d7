package import TaneCore

/// An estimate of the requests and bytes that steps need, based on the plan alone.
public struct PlanCost: Sendable, Hashable {
  /// The requests that write.
  public var requests: Int
  /// The bytes of the values and objects that are sent.
  public var bytes: Int
  /// The documents that were read for the plan, each of which Firestore bills.
  public var documentsRead = 0
  /// The writes that Cloud Functions may be triggered by.
  public var events: Int

  /// Creates the cost of steps that are sent in some requests, each of which is an event.
  package init(of steps: [PlanStep], requests: Int, documentsRead: Int = 0) {
    self.requests = requests
    self.documentsRead = documentsRead
    events = steps.count
    bytes = steps.reduce(0) { $0 + $1.sentByteCount }
  }
}

extension PlanStep {
  /// The size of what is written, about.
  fileprivate var sentByteCount: Int {
    if let blob = difference.new.blob { return before.blob == blob ? 0 : blob.size }
    return changes.reduce(0) { $0 + ($1.new?.approximateByteCount ?? 0) }
  }
}
