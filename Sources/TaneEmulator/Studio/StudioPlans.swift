import Synchronization
import TaneCore
import TaneProject

/// The most recently shown plans, which the user may apply.
final class StudioPlans: Sendable {
  /// A plan that was shown.
  struct ShownPlan: Sendable {
    let action: StudioAction
    let environment: String
    let address: Address?
    /// The reference time for relative dates.
    let anchor: FixtureAnchor
    /// The digest of the shown changes.
    let digest: String
  }

  private static let maximumPlans = 50

  private let plans = Mutex<[(id: String, plan: ShownPlan)]>([])

  /// Stores a plan, and returns its identifier.
  func store(_ plan: ShownPlan) -> String {
    let id = StudioGate.secret()
    plans.withLock { $0 = $0.suffix(Self.maximumPlans - 1) + [(id, plan)] }
    return id
  }

  /// Removes and returns a plan, so that it is applied only once.
  func take(_ id: String) -> ShownPlan? {
    plans.withLock { plans in
      guard let index = plans.firstIndex(where: { $0.id == id }) else { return nil }
      return plans.remove(at: index).plan
    }
  }
}
