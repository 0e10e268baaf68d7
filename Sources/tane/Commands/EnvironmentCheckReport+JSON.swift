import TaneCore
import TaneProject
import TaneRendering
import TaneServices

// The output of `tane env check --json`.
extension EnvironmentCheckReport {
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
  /// The service with true, false or null for each answer, and the reasons for answers other than
  /// true.
  fileprivate var literal: TreeLiteral {
    var entries: [(String, TreeLiteral)] = [("name", .string(name)), ("url", .string(url))]
    for (question, answer) in answers {
      entries.append((question.rawValue, answer.isYes.map { .bool($0) } ?? .null))
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
