import TaneCore
import TaneKit
import TaneProject
import TaneRuntime
import TaneServices

/// One run of `tane env check`.
struct EnvironmentCheck {
  private let target: ProjectEnvironment
  private let context: CommandContext

  init(_ target: ProjectEnvironment, _ context: CommandContext) {
    (self.target, self.context) = (target, context)
  }

  func run() async throws -> ExitStatus {
    target.printHeader(in: context)
    var report = EnvironmentCheckReport(profile: target.profile)
    report.services = try await ask()
    try await compare(into: &report)
    if context.isJSON {
      context.console.printJSON(report.document)
    } else {
      report.print(to: context.console)
    }
    return report.status
  }

  /// Checks all services concurrently, and the bucket of a shared state.
  private func ask() async throws -> [EnvironmentCheckReport.Service] {
    let services = try context.environments.checkedServices(
      of: target.profile.sharedState?.profile ?? target.profile
    )
    return try await withThrowingTaskGroup { group in
      for (index, service) in services.enumerated() {
        group.addTask { (index, try await service.probe()) }
      }
      var probes: [Int: ServiceProbe] = [:]
      for try await (index, probe) in group { probes[index] = probe }
      return services.enumerated().compactMap { index, service in
        probes[index].map {
          .init(name: service.name, url: service.url, setting: service.setting, probe: $0)
        }
      }
    }
  }

  /// Compares the project of the profile with those of its credential and of the apps.
  private func compare(into report: inout EnvironmentCheckReport) async throws {
    let profiles = try context.profiles()
    let search = GoogleServiceInfo.search(try context.project)
    // The checks of services have already reported problems of the credential.
    let credential = try? await context.environments.credentialProject(of: target.profile)
    let agreement = ProjectAgreement(
      of: try profiles.profile(named: target.profile.name, redirects: false),
      among: profiles.profiles,
      infos: search.infos,
      credential: credential
    )
    report.apps = search.infos
    let exposed = profiles.diagnostics(of: target.profile.name)
      .filter { $0.code == .exposedCredentials }
    report.findings = exposed + search.diagnostics + agreement.findings + report.regionFindings
    report.notChecked = agreement.unknowns
  }
}
