import TaneCore
import TaneProject

extension Mask {
  /// Returns the mask, or a substitute if its pseudonym would be invalid in an account: a hash is
  /// neither an email address nor a phone number.
  func usable(for text: String, of kind: ServiceKind?) -> Mask {
    guard kind == .accounts, self == .hash else { return self }
    let isFormal = TextNormalization.mail(text) != nil || TextNormalization.telephone(text) != nil
    return isFormal ? .keepFormat : self
  }
}
