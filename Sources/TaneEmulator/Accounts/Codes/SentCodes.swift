import Synchronization
import TaneCore

/// The codes that users would have been sent by email or text message: an emulator sends nothing, it lists them.
///
/// See <https://firebase.google.com/docs/reference/rest/auth#section-auth-emulator-oob>.
final class SentCodes: Sendable {
  private struct State {
    var emails: [EmailCode] = []
    var texts: [TextCode] = []
    var proofs: [PhoneProof] = []
  }

  /// The most codes of a kind that are remembered; the oldest is forgotten first.
  private static let limit = 1000

  private let state = Mutex(State())

  func add(_ code: EmailCode) { state.withLock { Self.add(code, to: &$0.emails) } }

  func add(_ code: TextCode) { state.withLock { Self.add(code, to: &$0.texts) } }

  func add(_ proof: PhoneProof) { state.withLock { Self.add(proof, to: &$0.proofs) } }

  private static func add<Code>(_ code: Code, to codes: inout [Code]) {
    if codes.count >= limit { codes.removeFirst() }
    codes.append(code)
  }

  /// The codes that a project's users were sent by email and have not used, the oldest first.
  func emails(of project: String) -> [EmailCode] {
    state.withLock { $0.emails.filter { $0.project == project } }
  }

  /// The codes that a project's users were sent by text message and have not used, the oldest first.
  func texts(of project: String) -> [TextCode] {
    state.withLock { $0.texts.filter { $0.project == project } }
  }

  /// The code of an email, if it is known and was not used.
  func email(_ code: String) -> EmailCode? {
    state.withLock { $0.emails.first { $0.code == code } }
  }

  /// Uses up the code of an email; false where somebody else was faster.
  func use(_ code: EmailCode) -> Bool {
    state.withLock { state in
      let count = state.emails.count
      state.emails.removeAll { $0.code == code.code }
      return state.emails.count < count
    }
  }

  /// Uses up a code of a text message by the session that was begun with it.
  ///
  /// A wrong code leaves the right one as it is.
  func useText(session: String, code: String, of project: String) throws(AccountsFailure) -> String
  {
    let found = state.withLock { state -> TextCode? in
      let index = state.texts.firstIndex { $0.session == session && $0.project == project }
      guard let index else { return nil }
      return state.texts[index].code == code ? state.texts.remove(at: index) : state.texts[index]
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
