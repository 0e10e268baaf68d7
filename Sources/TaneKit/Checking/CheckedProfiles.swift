package import TaneCore
package import TaneProject

/// A project's profiles with all findings about them, for operations that access no services.
///
/// Variables that only `credentials` refers to may be unset, so that CI jobs without credentials
/// can run checks.
package struct CheckedProfiles: Sendable {
  package let profiles: EnvironmentProfiles
  /// The findings about all profiles, ordered by position.
  package let findings: [Diagnostic]
  /// The skipped checks and the reasons, as clauses.
  package let notChecked: [String]

  /// Reads the profiles of a project.
  package init(of project: Project, variables: [String: String]) {
    profiles = .load(from: project, variables: variables, omitting: ["credentials"])
    let own = Set(profiles.diagnostics)
    let all = EnvironmentProfiles.load(from: project, variables: variables).diagnostics
    let unset = all.filter { $0.code == .unsetVariable && !own.contains($0) }
    findings = own.union(all).subtracting(unset).sorted()
    notChecked = unset.map { finding in
      let place = finding.position.map { "\($0)" } ?? Project.environments
      return "the credentials at \(place): \(finding.message.prefix { $0 != ";" })"
    }
  }

  /// Returns true if the profile of an environment has errors.
  package func isBroken(_ name: String) -> Bool {
    profiles.diagnostics(of: name).containsError
  }

  /// The names of all services, or nil if some are unknown because a profile has errors.
  var serviceNames: ServiceNames? {
    profiles.names.contains(where: isBroken) ? nil : ServiceNames(of: profiles.profiles)
  }

  /// The check of all profiles.
  var check: FindingReport.Check { FindingReport.Check(name: "profiles", findings: findings) }

  /// Checks the mappings and, if data is given, their rules against the data.
  func check(of mappings: Mappings, against data: CheckedData?) -> FindingReport.Check {
    var found = mappings.diagnostics
    if !found.containsError {
      found += serviceNames.map { mappings.findings(aboutServicesBesides: $0) } ?? []
      // Mappings may match only values of a file that cannot be parsed.
      if let data, !data.hasSyntaxErrors {
        found += CheckDataCollectors.all.flatMap { $0.findings(about: mappings, in: data) }
      }
    }
    return FindingReport.Check(name: mappings.file ?? "fixtures/mappings.yaml", findings: found)
  }

  /// The number of profiles, including profiles that exist only to be extended.
  package var count: Int {
    Set(profiles.names).union(profiles.profiles.map(\.name)).count
  }
}
