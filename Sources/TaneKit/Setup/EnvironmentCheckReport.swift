package import TaneCore
package import TaneProject
package import TaneServices

/// The results of an environment check.
package struct EnvironmentCheckReport {
  /// A service and its answers.
  package struct Service {
    package let name: String
    package let url: String
    let setting: String
    package let probe: ServiceProbe
  }

  package let profile: EnvironmentProfile
  package var services: [Service] = []
  /// The app settings that were compared.
  package var apps: [GoogleServiceInfo] = []
  package var findings: [Diagnostic] = []
  /// The parts that could not be compared, as clauses without a full stop.
  package var notChecked: [String] = []

  init(profile: EnvironmentProfile) { self.profile = profile }

  /// The findings about services that report another URL.
  var regionFindings: [Diagnostic] {
    services.compactMap { service in
      service.probe.correctURL.map { url in
        .warning(
          .wrongRegion,
          "\"\(service.setting)\" is in another region than its URL says; write \(url.escapingControls)",
          at: profile.origin(of: "\(service.setting).url") ?? SourcePosition(file: profile.file)
        )
      }
    }
  }
}

extension EnvironmentCheckReport.Service {
  /// The checks that were made, each with its answer.
  package var answers: [(question: Question, answer: ServiceProbe.Answer)] {
    let all: [(Question, ServiceProbe.Answer?)] = [
      (.reachable, probe.reachable), (.credential, probe.credential), (.readable, probe.readable),
      (.writable, probe.writable),
    ]
    return all.compactMap { question, answer in answer.map { (question, $0) } }
  }

  /// A check of a service.
  package enum Question: String {
    case reachable, credential, readable, writable

    /// Returns a short text for an answer.
    package func words(_ answer: ServiceProbe.Answer) -> String {
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

  /// The round trip in milliseconds, rounded up.
  package var milliseconds: Int? {
    probe.roundTrip.map { Int(($0 / .milliseconds(1)).rounded(.up)) }
  }
}
