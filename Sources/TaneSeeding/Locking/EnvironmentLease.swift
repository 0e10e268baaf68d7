import Foundation
import Synchronization
import SystemPackage
package import TaneCore
package import TaneProject

/// A lease that keeps runs on other machines from writing to an environment at the same time.
///
/// The lease is a small value in the environment itself that records its owner and its expiry. It
/// is acquired, renewed and released by conditional writes. It is advisory: a run sends no batch
/// after its own lease has expired, and starts none under the lease of another run. Writes by other
/// clients are detected by the preconditions of the plan.
package final class EnvironmentLease: Sendable {
  /// The time until a lease expires; a lease is renewed after half of this time.
  static let duration = Duration.seconds(120)
  /// The maximum time to wait for the release of the lease; after that it expires on its own.
  private static let timeout = Duration.seconds(10)

  private struct State {
    var terms: LeaseTerms
    /// The expiry of the lease on the monotonic clock.
    var end: Duration
    /// The reason the lease was lost, or nil while it is held.
    var lossReason: String?
  }

  private let state: Mutex<State>
  private let service: String
  private let store: any LeaseStore
  private let clock: LeaseClock

  private init(
    _ terms: LeaseTerms,
    until end: Duration,
    in store: any LeaseStore,
    of service: String,
    _ clock: LeaseClock
  ) {
    state = Mutex(State(terms: terms, end: end))
    self.service = service
    self.store = store
    self.clock = clock
  }

  /// Acquires the lease of an environment whose lock (`EnvironmentLock`) this process holds.
  ///
  /// - Parameters:
  ///   - profile: The environment.
  ///   - stores: The services of the environment.
  ///   - command: The command that acquires the lease.
  ///   - project: The project, which records its runs with a lease, so that leases left by earlier
  ///     runs can be recognized.
  /// - Returns: The lease, or nil if no service of the environment can store one.
  /// - Throws: A `LeaseConflict` if another run holds it, or a `StoreError`.
  package static func take(
    of profile: EnvironmentProfile,
    in stores: EnvironmentStores,
    for command: EnvironmentLock.Command,
    of project: Project
  ) async throws -> EnvironmentLease? {
    try await take(of: profile, in: stores, for: command, of: project, .system)
  }

  static func take(
    of profile: EnvironmentProfile,
    in stores: EnvironmentStores,
    for command: EnvironmentLock.Command,
    of project: Project,
    _ clock: LeaseClock
  ) async throws -> EnvironmentLease? {
    guard let (service, store) = try await StoredLease.store(of: profile, in: stores) else {
      return nil
    }
    let run = String(UInt32.random(in: 0x1000_0000...(.max)), radix: 16)
    let earlier = try LeaseHistory(of: profile.name, in: project).add(run)
    let end = clock.uptime() + duration
    let began = clock.now()
    let terms = LeaseTerms(
      run: run,
      owner: RunJournal.author,
      command: command.rawValue,
      began: began,
      ends: began.addingTimeInterval(duration / .seconds(1))
    )
    let lease = EnvironmentLease(terms, until: end, in: store, of: service, clock)
    do {
      try await writeIfAvailable(
        store,
        of: service,
        with: terms,
        in: profile.name,
        replacing: earlier
      )
    } catch let conflict as LeaseConflict {
      throw conflict
    } catch {
      // A request whose response was lost may have acquired the lease.
      await lease.release()
      throw error
    }
    return lease
  }

  /// Writes the lease if there is none, or if the existing one has expired or was left by an
  /// earlier run on this machine.
  private static func writeIfAvailable(
    _ store: any LeaseStore,
    of service: String,
    with terms: LeaseTerms,
    in environment: String,
    replacing earlier: Set<String>
  ) async throws {
    var held: StoredLease?
    for _ in 0..<4 {
      let isTaken =
        if let held { try await held.replace(with: terms.tree) } else {
          try await store.replace(.null, with: terms.tree)
        }
      if isTaken { return }
      // Another run has just acquired, released or renewed the lease, or an earlier request of this
      // run acquired it and the response was lost.
      held = try await StoredLease(in: store, of: service)
      guard let other = held?.terms else { continue }
      if other.run == terms.run { return }
      let isAbandoned = earlier.contains(other.run) && other.owner == terms.owner
      guard isAbandoned || other.ends < terms.began else {
        throw LeaseConflict(environment: environment, terms: other)
      }
    }
    if let held { throw LeaseConflict(environment: environment, terms: held.terms) }
    throw StoreError(
      .busy,
      service: service,
      "cannot acquire the lease of the environment: the service rejected the request, although no "
        + "run holds the lease; try again"
    )
  }

  /// Runs an operation while holding a lease, if there is one, and then releases the lease.
  ///
  /// If releasing the lease fails, `report` receives the time at which it expires.
  package static func holding<Result>(
    _ lease: EnvironmentLease?,
    reportingUnreleased report: (String) -> Void = { _ in },
    _ body: () async throws -> Result
  ) async throws -> Result {
    guard let lease else { return try await body() }
    return try await lease.holding(reportingUnreleased: report, body)
  }

  private func holding<Value>(
    reportingUnreleased report: (String) -> Void,
    _ body: () async throws -> Value
  ) async throws -> Value {
    let renewal = Task {
      while true {
        try await clock.sleep(Self.duration / 2)
        await renew()
      }
    }
    let result: Result<Value, any Error>
    do {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    renewal.cancel()
    _ = await renewal.result
    if await !release() {
      report(state.withLock(\.terms.ends).clockTime(on: clock.now()))
    }
    return try result.get()
  }

  /// Throws a `StoreError` if the lease was lost or has expired.
  func check() throws {
    let now = clock.uptime()
    let reason = state.withLock { state in
      state.lossReason
        ?? (now < state.end
          ? nil
          : "the lease expired while the process was paused "
            + "(\(state.terms.ends.clockTime(on: clock.now())))")
    }
    guard let reason else { return }
    throw StoreError(
      .busy,
      service: service,
      "\(reason), and another run may write to the environment: nothing more was sent"
    )
  }

  /// Renews the lease unless it has expired; if renewing fails, the old expiry remains.
  func renew() async {
    let (old, isOver) = state.withLock { ($0.terms, clock.uptime() >= $0.end) }
    guard !isOver else { return }
    let end = clock.uptime() + Self.duration
    var new = old
    new.ends = clock.now().addingTimeInterval(Self.duration / .seconds(1))
    do {
      var isRenewed = try await store.replace(old.tree, with: new.tree)
      // The response to an earlier, successful attempt may have been lost.
      if !isRenewed, let held = try await StoredLease(in: store, of: service),
        held.terms.run == old.run
      {
        isRenewed = try await held.replace(with: new.tree)
      }
      state.withLock { state in
        if isRenewed {
          (state.terms, state.end) = (new, end)
        } else {
          state.lossReason = "the lease of this run was revoked"
        }
      }
    } catch {
      // The next attempt may succeed before the lease expires.
    }
  }

  /// Releases the lease, even in a canceled task; if that fails, returns false, and the lease
  /// expires on its own.
  @discardableResult private func release() async -> Bool {
    await Task {
      await withTaskGroup(of: Bool.self) { group in
        group.addTask { (try? await self.remove()) != nil }
        group.addTask {
          try? await Task.sleep(for: Self.timeout)
          return false
        }
        let isReleased = await group.next() ?? false
        group.cancelAll()
        return isReleased
      }
    }.value
  }

  private func remove() async throws {
    let terms = state.withLock(\.terms)
    if try await !store.replace(terms.tree, with: .null),
      let held = try await StoredLease(in: store, of: service), held.terms.run == terms.run
    {
      _ = try await held.remove()
    }
  }
}

/// An error indicating that another run holds the lease of an environment.
package struct LeaseConflict: Error {
  /// The environment's name.
  package let environment: String
  /// The owner, start and expiry of the lease.
  package let terms: LeaseTerms
}

/// The clocks that leases depend on.
struct LeaseClock: Sendable {
  /// A closure that returns the current date, which is roughly the same on all machines.
  let now: @Sendable () -> Date
  /// A closure that returns the time of a monotonic clock, which keeps advancing while the machine
  /// is suspended.
  let uptime: @Sendable () -> Duration
  /// A closure that suspends the task for a duration.
  let sleep: @Sendable (Duration) async throws -> Void

  /// The clock of this machine.
  static let system = {
    let start = ContinuousClock.now
    return LeaseClock(
      now: { Date() },
      uptime: { start.duration(to: .now) },
      sleep: { try await Task.sleep(for: $0) }
    )
  }()
}
