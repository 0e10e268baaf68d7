import HTTPTypes
import TaneCore
import TaneServices

/// A request from a developer who opens an email link in place of the user.
struct EmailActionRequest {
  let service: AccountsService
  let request: EmulatorRequest

  private var target: RequestTarget { request.target }

  /// Applies the link and responds with JSON, or redirects the browser to the app.
  func response() async throws -> EmulatorResponse {
    for (name, example) in [("apiKey", "YOUR_API_KEY"), ("oobCode", "YOUR_OOB_CODE")] {
      guard target[name]?.isEmpty ?? true else { continue }
      return Self.rejection(
        "missing \(name) query parameter",
        "Add &\(name)=\(example) to the URL."
      )
    }
    guard let purpose = EmailCode.Purpose.allCases.first(where: { $0.mode == target["mode"] })
    else {
      let modes = EmailCode.Purpose.allCases.map(\.mode).joined(separator: ", ")
      return Self.rejection("Invalid mode", "The mode must be one of \(modes).")
    }
    if purpose == .signIn { return redirectToApp }
    guard let code = service.codes.email(target["oobCode"] ?? ""), code.purpose == purpose else {
      return Self.rejection(
        "The link is unknown, was already used, or has a different purpose.",
        "Ask for a new one."
      )
    }
    let call = AccountsCall(
      service: service,
      request: request,
      project: code.project,
      isAdministrator: false,
      store: try service.store(of: code.project)
    )
    return purpose == .passwordReset
      ? try await resetPassword(code, call) : try await apply(code, call)
  }

  /// Verifies or changes an account's email address, or restores the former one.
  private func apply(_ code: EmailCode, _ call: AccountsCall) async throws -> EmulatorResponse {
    let email = try await call.applyEmailCode(code.code).email
    switch code.purpose {
    case .emailChange:
      return success("The email has been successfully changed.", "newEmail", email)
    case .emailRecovery: return success("The email has been successfully reset.", "email", email)
    default: return success("The email has been successfully verified.", "email", email)
    }
  }

  /// A redirect to the app, which signs in with the code, or an error response if the link does not
  /// contain the app's address.
  private var redirectToApp: EmulatorResponse {
    guard let address = continueAddress else {
      return Self.rejection(
        "Missing continueUrl query parameter",
        "To sign in, append &continueUrl=YOUR_APP_URL to the link."
      )
    }
    let others = target.parameters.filter { $0.name != "continueUrl" }
    return Self.redirection(to: WebAddress.adding(others, to: address))
  }

  private func resetPassword(
    _ code: EmailCode,
    _ call: AccountsCall
  ) async throws -> EmulatorResponse {
    guard let password = target["newPassword"], !password.isEmpty,
      password != "NEW_PASSWORD_HERE"
    else {
      return Self.rejection(
        "missing newPassword query parameter",
        "To reset the password of \(code.email), open the link with &newPassword= and the new password."
      )
    }
    let body = Tree(["oobCode": .string(code.code), "newPassword": .string(password)])
    _ = try await call.resetPassword(ProtocolJSON(body))
    return success("The password has been successfully updated.", "email", code.email)
  }

  private func success(_ text: String, _ name: String, _ email: String?) -> EmulatorResponse {
    if let continueAddress { return Self.redirection(to: continueAddress) }
    return .json([
      "authEmulator": .object([
        "success": .string(text), "email": name == "email" ? email.map { .string($0) } : nil,
        "newEmail": name == "newEmail" ? email.map { .string($0) } : nil,
      ])
    ])
  }

  private var continueAddress: String? {
    target["continueUrl"].flatMap { WebAddress.isAbsolute($0) ? $0 : nil }
  }

  private static func redirection(to address: String) -> EmulatorResponse {
    EmulatorResponse(.seeOther, headerFields: [.location: address])
  }

  private static func rejection(_ error: String, _ instructions: String) -> EmulatorResponse {
    .json(
      ["authEmulator": ["error": .string(error), "instructions": .string(instructions)]],
      status: .badRequest
    )
  }
}
