import TaneCore
public import TaneProject

/// Holds a plan against the limits of a profile, and of services as far as fixtures alone do not show them.
public enum LimitCheck {
  /// Why a plan is refused; nothing where it is within the limits.
  public static func refusals(of plan: SeedPlan, in profile: EnvironmentProfile) -> [String] {
    deleteRefusals(of: plan, in: profile) + documentRefusals(of: plan)
  }

  private static func deleteRefusals(
    of plan: SeedPlan,
    in profile: EnvironmentProfile
  ) -> [String] {
    guard let limit = profile.limits.deletes, plan.summary.removedValues > limit else { return [] }
    return [
      "the plan removes \(plan.summary.removedValues) values, and \(profile.name) allows \(limit)"
        + " (limits.deletes); raise the limit in its profile if this is meant"
    ]
  }

  /// A document that fixtures describe in part is as large as what the environment has makes it.
  private static func documentRefusals(of plan: SeedPlan) -> [String] {
    let differences = Dictionary(
      plan.difference.documents.map { ($0.fixture.path, $0) },
      uniquingKeysWith: { $1 }
    )
    return plan.documentCommits.joined().compactMap { write in
      guard let difference = differences[write.path], let existing = difference.existing,
        let outcome = try? write.applied(to: existing, at: existing.updateTime),
        let fields = outcome.document?.fields
      else { return nil }
      let size = DocumentCheck.byteCount(ofDocumentAt: write.path, fields)
      guard size > DocumentCheck.maximumDocumentBytes else { return nil }
      return
        "\(difference.fixture.position): with the fields that only the environment has, the document"
        + " would have \(counted(size, "byte")); Firestore holds documents of up to"
        + " \(DocumentCheck.maximumDocumentBytes.grouped) (1 MiB)"
    }
  }
}
