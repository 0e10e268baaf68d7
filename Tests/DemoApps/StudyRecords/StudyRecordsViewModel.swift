import DemoModels
public import Foundation

/// The records of a user, of which none is lost, for a view to show.
@MainActor
public final class StudyRecordsViewModel {
  /// What is to be shown of records that are not saved yet.
  @Broadcast public private(set) var pending = PendingStudyRecord.none

  private let userID: String
  private let useCase: any StudyRecordsUseCase
  private let wording: StudyRecordsWording
  private let now: @Sendable () -> Date
  private let makeID: @Sendable () -> String

  /// Creates the view model.
  ///
  /// - Parameters:
  ///   - userID: The user.
  ///   - useCase: Saves the user's records.
  ///   - wording: How errors are told.
  ///   - now: The clock.
  ///   - makeID: Makes the identifiers of records.
  public init(
    userID: String,
    useCase: any StudyRecordsUseCase,
    wording: StudyRecordsWording,
    now: @escaping @Sendable () -> Date,
    makeID: @escaping @Sendable () -> String
  ) {
    self.userID = userID
    self.useCase = useCase
    self.wording = wording
    self.now = now
    self.makeID = makeID
  }

  /// Offers a record that was not saved, when the app starts and when an error was read.
  public func offer() async {
    if case .busy = pending { return }
    await offerNext()
  }

  private func offerNext() async {
    do {
      pending = try await useCase.pending().map { .offered($0, reason: nil) } ?? .none
    } catch {
      pending = .unreadable(reason: wording.reason(error))
    }
  }

  /// Saves what was studied just now; nothing is taken while another record is being saved.
  public func add(subject: String, minutes: Int) async {
    let record = StudyRecord(
      id: makeID(),
      userID: userID,
      subject: subject,
      minutes: minutes,
      createdAt: now()
    )
    await settle(record, by: useCase.save)
  }

  /// Saves the record that is offered.
  public func save() async {
    guard case .offered(let record, _) = pending else { return }
    await settle(record, by: useCase.save)
  }

  /// Discards the record that is offered.
  public func discard() async {
    guard case .offered(let record, _) = pending else { return }
    await settle(record, by: useCase.discard)
  }

  /// Does something about a record, then offers the next one; after a failure the same.
  private func settle(
    _ record: StudyRecord,
    by action: @Sendable (StudyRecord) async throws -> Void
  ) async {
    if case .busy = pending { return }
    pending = .busy(record)
    do {
      try await action(record)
      await offerNext()
    } catch {
      let reason = Task.isCancelled ? nil : wording.reason(error)
      pending = .offered(record, reason: reason)
    }
  }
}
