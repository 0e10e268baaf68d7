import DemoModels
public import Foundation

/// A view model of a user's records, which loses none of them.
@MainActor
public final class StudyRecordsViewModel {
  /// The state of unsaved records for display.
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
  ///   - wording: The wording of error messages.
  ///   - now: The clock.
  ///   - makeID: Returns the identifier of a new record.
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

  /// Offers an unsaved record, when the app starts and after an error was dismissed.
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

  /// Saves a new record, unless another one is being saved.
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

  /// Saves the offered record.
  public func save() async {
    guard case .offered(let record, _) = pending else { return }
    await settle(record, by: useCase.save)
  }

  /// Discards the offered record.
  public func discard() async {
    guard case .offered(let record, _) = pending else { return }
    await settle(record, by: useCase.discard)
  }

  /// Performs an operation on a record, then offers the next one, or the same one after a failure.
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
