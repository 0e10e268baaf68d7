/// A Firestore database that is asked over a network, where every question takes time and may cost money.
///
/// What observes it asks again and again, but no more often than it says.
public protocol PolledDocumentStore: DocumentStore {
  /// The time until the next question: the shortest one right after a change, and the longest one where
  /// nothing has changed for long.
  var pollingInterval: ClosedRange<Duration> { get }
}
