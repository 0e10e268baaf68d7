package import TaneCore
package import TaneProject

/// A check of plans against a profile's limits, and against service limits that depend on the
/// environment's data.
package enum LimitCheck {
  /// Returns a message for each limit that a plan exceeds.
  package static func violations(
    of plan: Plan,
    on readers: EnvironmentReaders,
    _ context: AdapterContext
  ) async throws -> [String] {
    var violations = violations(of: plan, in: context.profile)
    for (_, observer, steps) in try plan.observed(on: readers, context) {
      violations += try await observer.violations(in: steps)
    }
    return violations
  }

  private static func violations(of plan: Plan, in profile: EnvironmentProfile) -> [String] {
    let (limits, counts) = (profile.limits, plan.counts)
    let values = counts.addedValues + counts.changedValues + counts.removedValues
    func violation(
      _ key: String,
      _ limit: Int?,
      _ amount: @autoclosure () -> Int,
      _ words: (Int) -> String
    ) -> String? {
      guard let limit, case let amount = amount(), amount > limit else { return nil }
      let setting = "limits.\(key)"
      let number = limit.grouped
      guard let place = profile.origin(of: setting) else {
        return "the plan \(words(amount)), but the limit of \(profile.name) is \(number) "
          + "(\(setting)); raise it if this is intended"
      }
      return
        "the plan \(words(amount)), but the limit of \(profile.name) is \(number) (\(setting) at "
        + "\(place)); raise it if this is intended"
    }
    return [
      violation("deletes", limits.deletes, counts.removedValues) {
        "removes \(counted($0, "value"))"
      },
      violation("writes", limits.writes, values + counts.written("object")) {
        "writes \(counted($0, "value")), objects included"
      },
      violation("bytes", limits.bytes, plan.byteCount) { "writes \(counted($0, "byte"))" },
      violation("documents", limits.documents, counts.written("document")) {
        "writes \(counted($0, "document"))"
      },
    ].compactMap(\.self)
  }
}

extension PlanCounts {
  /// Returns the number of written or removed resources of a type, such as `document`.
  fileprivate func written(_ noun: String) -> Int {
    resources.filter { $0.noun == noun }.reduce(0) { $0 + $1.added + $1.changed + $1.removed }
  }
}

extension Plan {
  /// The approximate size of the plan's writes in bytes: values as JSON, and the content of
  /// objects.
  fileprivate var byteCount: Int {
    steps.reduce(0) { sum, step in
      guard !step.difference.isObject else { return sum + (step.difference.new.blob?.size ?? 0) }
      return step.changes.reduce(sum) { $0 + ($1.new?.approximateByteCount ?? 0) }
    }
  }

  /// Returns the guarantee of each service that the plan writes to, except services in which each
  /// step is a separate conditional write.
  package func guarantees(
    on readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> [(service: String, guarantee: UpdateGuarantee)] {
    try observed(on: readers, context).compactMap { name, observer, steps in
      observer.guarantee(for: steps).map { (name, $0) }
    }
  }

  /// Returns the services that the plan writes to, each with its observer and its steps.
  fileprivate func observed(
    on readers: EnvironmentReaders,
    _ context: AdapterContext
  ) throws -> [(name: String, observer: any ResourceObserver, steps: [PlanStep])] {
    try services.compactMap { name, steps -> (String, any ResourceObserver, [PlanStep])? in
      try readers.kind(of: name)?.adapter.map {
        (name, try $0.observer(named: name, in: readers, context), steps)
      }
    }
  }
}
