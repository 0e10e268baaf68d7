package import Foundation

/// A run that wrote to an environment, as listed in the environment's history.
public struct RunRecord: Sendable, Identifiable {
  /// The purpose of a run.
  public enum Action: String, Sendable, Hashable {
    /// The run applied fixtures.
    case seed
    /// The run finished an interrupted run.
    case resume
    /// The run rolled back an interrupted run.
    case discard
    /// The run reverted another run.
    case undo
  }

  package enum Result: String, Sendable, Hashable {
    /// The run is in progress, or was killed.
    case running
    /// The run wrote everything.
    case done
    /// The run stopped before it was complete.
    case failed
    /// The run was interrupted, and then superseded by a later resume, discard or full seed.
    case settled
    /// The run stopped, and was rolled back, or an undo found nothing left to revert.
    case discarded
  }

  /// The run's number, which increases with every run of the project.
  public let id: Int64
  /// The operation of the run: a seed, or the completion or reversal of another run.
  public let action: Action
  /// The run that was finished, rolled back or reverted, or nil if the run is a seed.
  package let subject: Int64?
  /// The user and the host, such as `hanako@mac`.
  package let author: String
  /// The summary of the plan.
  package let summary: String
  /// The start time.
  package let startDate: Date
  /// The end time, or nil if the run is in progress or was killed.
  package let endDate: Date?
  /// The outcome of the run.
  package let result: Result
  /// The number of planned resources.
  package let stepCount: Int
  /// The number of resources that were sent and may have been written.
  package let sentCount: Int
  /// The number of acknowledged resources.
  package let doneCount: Int
  /// A Boolean value indicating whether the run seeded everything that fixtures describe.
  package let isFull: Bool

  /// A Boolean value indicating whether the run may have written only a part of its plan.
  package var isInterrupted: Bool { result == .running || result == .failed }
}
