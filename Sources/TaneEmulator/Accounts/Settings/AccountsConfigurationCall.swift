import HTTPTypes
import TaneCore
import TaneServices

/// A request that reads or changes a project's configuration.
struct AccountsConfigurationCall {
  let settings: AccountsSettings
  let request: EmulatorRequest
  let project: String

  /// Responds in the format of version 2 of the Identity Platform API.
  func handle() throws -> TreeLiteral {
    switch request.method {
    case .get: break
    case .patch:
      let mask = (request.target["updateMask"] ?? "").split(separator: ",").map(String.init)
      try settings.change(project, try ProtocolJSON(request), mask: mask)
    default: throw AccountsFailure.unknownPath
    }
    let name = Tree(["name": .string("projects/\(project)/config")])
    return .tree(settings.configuration(of: project).overlaid(by: name))
  }

  /// Responds to a request to the emulator's own path, with only the settings that emulators
  /// support.
  func handleEmulatorRequest() throws -> TreeLiteral {
    let names = [
      ("signIn", "allowDuplicateEmails"), ("emailPrivacyConfig", "enableImprovedEmailPrivacy"),
    ]
    if request.method == .patch {
      let json = try ProtocolJSON(request)
      let mask = names.filter { json[$0]?[$1] != nil }.map { "\($0).\($1)" }
      if !mask.isEmpty { try settings.change(project, json, mask: mask) }
    }
    let configuration = settings.configuration(of: project)
    return .map(
      names.map { group, name in
        (group, .map([(name, .bool(configuration[group]?[name]?.bool ?? false))]))
      }
    )
  }
}
