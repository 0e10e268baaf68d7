package import TaneCore
package import TaneProject
import TaneRuntime
package import TaneServices

/// An operation that checks whether an environment's services are accessible, and whether all
/// settings refer to the same Firebase project.
package struct EnvironmentCheckOperation {
  private let target: ProjectEnvironment
  private let profiles: EnvironmentProfiles

  package init(_ target: ProjectEnvironment, among profiles: EnvironmentProfiles) {
    (self.target, self.profiles) = (target, profiles)
  }

  /// Probes the services without writing, and compares the Firebase projects in the settings.
  package func run() async throws -> EnvironmentCheckReport {
    var report = EnvironmentCheckReport(profile: target.profile)
    report.services = try await probeServices()
    try await compare(into: &report)
    return report
  }

  /// Probes all services and the bucket of the shared state concurrently.
  private func probeServices() async throws -> [EnvironmentCheckReport.Service] {
    let services = try target.connector.checkedServices(
      of: target.profile.sharedState?.profile ?? target.profile
    )
    return try await withThrowingTaskGroup { group in
      for (index, service) in services.enumerated() {
        group.addTask { (index, try await service.probe()) }
      }
      var probes: [Int: ServiceProbeResult] = [:]
      for try await (index, probe) in group { probes[index] = probe }
      return services.enumerated().compactMap { index, service in
        probes[index].map {
          .init(name: service.name, url: service.url, setting: service.setting, probe: $0)
        }
      }
    }
  }

  /// Compares the Firebase project of the profile with the projects of its credential and the apps.
  private func compare(into report: inout EnvironmentCheckReport) async throws {
    let search = GoogleServiceInfo.search(target.project)
    // The probes of the services have already reported problems with the credential.
    let credential = try? await target.connector.credentialProject(of: target.profile)
    let agreement = ProjectConsistencyCheck(
      of: try profiles.profile(named: target.profile.name, redirects: false),
      among: profiles.profiles,
      infos: search.infos,
      credential: credential
    )
    report.apps = search.infos
    let exposed = profiles.diagnostics(of: target.profile.name)
      .filter { $0.code == .exposedCredentials }
    report.findings = exposed + search.diagnostics + agreement.findings + report.regionFindings
    report.notChecked = agreement.uncheckedClauses
  }
}

/// The results of an environment check.
package struct EnvironmentCheckReport {
  /// A service and its probe results.
  package struct Service {
    package let name: String
    package let url: String
    let setting: String
    package let probe: ServiceProbeResult
  }

  package let profile: EnvironmentProfile
  package var services: [Service] = []
  /// The settings of apps (`GoogleService-Info.plist`) that were compared.
  package var apps: [GoogleServiceInfo] = []
  package var findings: [Diagnostic] = []
  /// The comparisons that could not be made, as clauses without a period.
  package var notChecked: [String] = []

  init(profile: EnvironmentProfile) { self.profile = profile }

  /// The findings about services whose URL contains the wrong region.
  var regionFindings: [Diagnostic] {
    services.compactMap { service in
      service.probe.correctURL.map { url in
        .warning(
          .wrongRegion,
          "the region in the URL of \"\(service.setting)\" is wrong; use \(url.escapingControls)",
          at: profile.origin(of: "\(service.setting).url") ?? SourcePosition(file: profile.file)
        )
      }
    }
  }
}

extension EnvironmentCheckReport.Service {
  /// The performed checks with their results.
  package var answers: [(question: Question, answer: ServiceProbeResult.Answer)] {
    let all: [(Question, ServiceProbeResult.Answer?)] = [
      (.reachable, probe.reachable), (.credential, probe.credential), (.readable, probe.readable),
      (.writable, probe.writable),
    ]
    return all.compactMap { question, answer in answer.map { (question, $0) } }
  }

  package enum Question: String {
    case reachable, credential, readable, writable

    /// Returns a result as text, such as `not readable`.
    package func words(_ answer: ServiceProbeResult.Answer) -> String {
      let name =
        switch self {
        case .reachable: "reachable"
        case .credential: "credential accepted"
        case .readable: "readable"
        case .writable: "writable"
        }
      return switch answer {
      case .yes: name
      case .no: self == .credential ? "credential not accepted" : "not \(name)"
      case .notChecked: "\(rawValue) not checked"
      }
    }
  }

  /// The round-trip time in milliseconds, rounded up, or nil if it was not measured.
  package var milliseconds: Int? {
    probe.roundTrip.map { Int(($0 / .milliseconds(1)).rounded(.up)) }
  }
}
