import Synchronization
import TaneCore

/// The codes that users would receive by email or text message.
///
/// The emulator lists them instead of sending them.
///
/// See <https://firebase.google.com/docs/reference/rest/auth#section-auth-emulator-oob>.
final class SentCodes: Sendable {
  private struct State {
    var emailCodes: [EmailCode] = []
    var smsCodes: [SMSCode] = []
    var proofs: [PhoneProof] = []
  }

  /// The maximum number of stored codes of each kind; the oldest is removed first.
  private static let limit = 1000

  private let state = Mutex(State())

  func add(_ code: EmailCode) { state.withLock { Self.add(code, to: &$0.emailCodes) } }

  func add(_ code: SMSCode) { state.withLock { Self.add(code, to: &$0.smsCodes) } }

  func add(_ proof: PhoneProof) { state.withLock { Self.add(proof, to: &$0.proofs) } }

  private static func add<Code>(_ code: Code, to codes: inout [Code]) {
    if codes.count >= limit { codes.removeFirst() }
    codes.append(code)
  }

  /// Returns the unused email codes of a project, oldest first.
  func emailCodes(of project: String) -> [EmailCode] {
    state.withLock { $0.emailCodes.filter { $0.project == project } }
  }

  /// Returns the unused text message codes of a project, oldest first.
  func smsCodes(of project: String) -> [SMSCode] {
    state.withLock { $0.smsCodes.filter { $0.project == project } }
  }

  /// Returns the unused email code with the given text, if any.
  func email(_ code: String) -> EmailCode? {
    state.withLock { $0.emailCodes.first { $0.code == code } }
  }

  /// Invalidates an email code; returns false if it was already used.
  func redeem(_ code: EmailCode) -> Bool {
    state.withLock { state in
      let count = state.emailCodes.count
      state.emailCodes.removeAll { $0.code == code.code }
      return state.emailCodes.count < count
    }
  }

  /// Checks and invalidates a text message code, and returns its phone number.
  ///
  /// A wrong code does not invalidate the right one.
  func redeemSMSCode(session: String, code: String, of project: String) throws(AccountsFailure)
    -> String
  {
    let found = state.withLock { state -> SMSCode? in
      let index = state.smsCodes.firstIndex { $0.session == session && $0.project == project }
      guard let index else { return nil }
      return state.smsCodes[index].code == code
        ? state.smsCodes.remove(at: index) : state.smsCodes[index]
    }
    guard let found else { throw AccountsFailure("INVALID_SESSION_INFO") }
    guard found.code == code else { throw AccountsFailure("INVALID_CODE") }
    return found.phoneNumber
  }

  /// Returns true if the proof was issued for the phone number in the project.
  func hasProof(_ text: String, phoneNumber: String, of project: String) -> Bool {
    let proof = PhoneProof(project: project, phoneNumber: phoneNumber, text: text)
    return state.withLock { $0.proofs.contains(proof) }
  }
}
