import ArgumentParser
import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneServices

struct EnvironmentCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that an environment's services can be reached and accessed.",
    discussion: """
      Changes nothing: write access is tested with requests that have no effect. Compares the \
      projects that the profile, the credential and the apps' GoogleService-Info.plist files name. \
      Exits with 2 if a service cannot be reached or read, and with 1 if a service cannot be \
      written to or a setting does not match.

        tane env check staging
      """
  )

  @Argument(
    help: "The environment (default: -e, then TANE_ENV, then local).",
    completion: .custom { _, _, _ in CompletionCandidates.environments() }
  )
  var name: String?

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let name = try environment.name(argument: name, variables: context.variables)
      let profiles = try context.profiles()
      let target = try context.environment(named: name, among: profiles)
      target.printHeader(in: context)
      let report = try await EnvironmentCheckOperation(target, among: profiles).run()
      if context.isJSON {
        context.console.printJSON(report.document)
      } else {
        report.print(to: context.console)
      }
      return report.status
    }
  }
}

// The output of `tane env check`.
extension EnvironmentCheckReport {
  /// The exit code: 2 if a service is unreachable or unreadable, 1 if a service is not writable or
  /// a setting does not match.
  var status: ExitStatus {
    let isBlocked = services.contains { service in
      let probe = service.probe
      return [probe.reachable, probe.credential, probe.readable].contains { $0?.hasPassed == false }
    }
    if isBlocked { return .failed }
    let isReadOnly = services.contains { $0.probe.writable.hasPassed == false }
    return isReadOnly || !findings.isEmpty ? .found : .clean
  }

  func print(to console: Console) {
    let width = services.map { DisplayWidth.of($0.name) }.max() ?? 0
    for service in services { print(service, width, to: console) }
    for app in apps {
      let project = app.project.map { "project \($0.value)".escapingControls.localized }
      let parts = [app.bundleID?.value.escapingControls, project].compactMap(\.self)
      console.print(
        "  \("app".localized)  \(app.file)  \(parts.joined(separator: ", "))",
        isData: true
      )
    }
    if !findings.isEmpty { console.print() }
    for finding in findings {
      console.print(block: DiagnosticText.render(finding, style: console.style))
    }
    guard !notChecked.isEmpty else { return }
    console.print()
    for clause in notChecked { console.print("Not checked: \(clause).") }
  }

  private func print(_ service: Service, _ width: Int, to console: Console) {
    let isFine = service.answers.allSatisfy { $0.answer.hasPassed != false }
    let symbol = isFine ? "=" : console.style.red("!")
    let name = console.style.bold(DisplayWidth.padded(service.name, to: width))
    var words = service.answers.map { $0.question.words($0.answer).localized }
    // If the service is unreachable, the other checks were skipped and are not printed.
    if service.probe.reachable.hasPassed == false { words = Array(words.prefix(1)) }
    if let milliseconds = service.milliseconds { words.append("\(milliseconds.grouped) ms") }
    console.print(
      "\(symbol) \(name)  \(service.url)  \(words.joined(separator: " · "))",
      isData: true
    )
    var reported: Set<String> = []
    for (_, answer) in service.answers {
      guard let reason = answer.reason, answer.hasPassed == false || isFine,
        reported.insert(reason).inserted
      else { continue }
      console.print("  \(reason)")
    }
  }

  var document: TreeLiteral {
    [
      "environment": .string(profile.name),
      "services": .list(services.map(\.literal)),
      "apps": .list(
        apps.map { app in
          var entries: [(String, TreeLiteral)] = [("file", .string(app.file))]
          if let project = app.project { entries.append(("project", .string(project.value))) }
          if let bundleID = app.bundleID { entries.append(("bundleID", .string(bundleID.value))) }
          return .map(entries)
        }
      ),
      "redirections": .list(profile.redirections.map { .string("\($0)") }),
      "findings": .list(findings.map(DiagnosticJSON.literal)),
      "notChecked": .list(notChecked.map { .string($0) }),
    ]
  }
}

extension EnvironmentCheckReport.Service {
  /// The service as JSON: true, false or null for each check, and the reason for each result other
  /// than true.
  fileprivate var literal: TreeLiteral {
    var entries: [(String, TreeLiteral)] = [("name", .string(name)), ("url", .string(url))]
    for (question, answer) in answers {
      entries.append((question.rawValue, answer.hasPassed.map { .bool($0) } ?? .null))
    }
    let reasons = answers.compactMap { question, answer in
      answer.reason.map { (question.rawValue, TreeLiteral.string($0)) }
    }
    if !reasons.isEmpty { entries.append(("reasons", .map(reasons))) }
    if let duration = probe.roundTrip {
      entries.append(("milliseconds", .double(duration / .milliseconds(1))))
    }
    if let url = probe.correctURL { entries.append(("correctURL", .string(url))) }
    return .map(entries)
  }
}
