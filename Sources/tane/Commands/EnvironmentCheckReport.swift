import TaneCore
import TaneProject
import TaneServices

/// The results of `tane env check`.
struct EnvironmentCheckReport {
  /// A service and its answers.
  struct Service {
    let name: String
    let url: String
    let setting: String
    let probe: ServiceProbe
  }

  let profile: EnvironmentProfile
  var services: [Service] = []
  /// The app settings that were compared.
  var apps: [GoogleServiceInfo] = []
  var findings: [Diagnostic] = []
  /// The parts that could not be compared, as clauses without a full stop.
  var notChecked: [String] = []

  init(profile: EnvironmentProfile) { self.profile = profile }

  /// The exit status: 2 if a service is unreachable or unreadable, 1 if it is not writable or a
  /// setting does not match.
  var status: ExitStatus {
    let isBlocked = services.contains { service in
      let probe = service.probe
      return [probe.reachable, probe.credential, probe.readable].contains { $0?.isYes == false }
    }
    if isBlocked { return .failed }
    let isReadOnly = services.contains { $0.probe.writable.isYes == false }
    return isReadOnly || !findings.isEmpty ? .found : .clean
  }

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
  var answers: [(question: Question, answer: ServiceProbe.Answer)] {
    let all: [(Question, ServiceProbe.Answer?)] = [
      (.reachable, probe.reachable), (.credential, probe.credential), (.readable, probe.readable),
      (.writable, probe.writable),
    ]
    return all.compactMap { question, answer in answer.map { (question, $0) } }
  }

  /// A check of a service.
  enum Question: String {
    case reachable, credential, readable, writable

    /// Returns a short text for an answer.
    func words(_ answer: ServiceProbe.Answer) -> String {
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
  var milliseconds: Int? {
    probe.roundTrip.map { Int(($0 / .milliseconds(1)).rounded(.up)) }
  }
}
