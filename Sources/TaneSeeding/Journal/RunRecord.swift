public import Foundation

/// A run that wrote to an environment, as its history lists it.
public struct RunRecord: Sendable, Identifiable {
  /// What a run was for.
  public enum Action: String, Sendable, Hashable {
    /// It made an environment as the fixtures say.
    case seed
    /// It finished a run that was interrupted.
    case resume
    /// It took back what an interrupted run had written.
    case discard
    /// It took back a run.
    case undo
  }

  /// How a run ended.
  public enum Result: String, Sendable, Hashable {
    /// It is under way, or was killed.
    case running
    /// Everything was written.
    case done
    /// It stopped before the end.
    case failed
    /// It stopped, and a later seed of everything replaced it.
    case settled
    /// It stopped, and was rolled back.
    case discarded
  }

  /// The run's number, which rises with every run of the project.
  public let id: Int64
  /// The environment that was written.
  public let environment: String
  /// What the run was for.
  public let action: Action
  /// The run that this one finished or took back.
  public let subject: Int64?
  /// Who ran it, and where: `hanako@mac`.
  public let author: String
  /// What was to be written, in words.
  public let summary: String
  /// When it began.
  public let began: Date
  /// When it ended; nil while it is under way, and of one that was killed.
  public let ended: Date?
  /// How it ended.
  public let result: Result
  /// The number of resources that were to be written.
  public let stepCount: Int
  /// The number of resources that were sent, and so may have been written.
  public let sentCount: Int
  /// The number of resources that are known to have been written.
  public let doneCount: Int
  /// A Boolean value indicating whether the run seeded everything that fixtures describe.
  public let isFull: Bool

  /// Whether a part of it may be written and a part may not.
  public var isInterrupted: Bool { result == .running || result == .failed }
}
