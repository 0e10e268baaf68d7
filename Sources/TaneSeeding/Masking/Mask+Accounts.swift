import TaneCore
import TaneProject

extension Mask {
  /// The mask, or another one where no account can be made with what it makes of a text: a hash is neither an e-mail
  /// address nor a telephone number.
  func usable(for text: String, of kind: ServiceKind?) -> Mask {
    guard kind == .accounts, self == .hash else { return self }
    let isFormal = TextShape.mail(text) != nil || TextShape.telephone(text) != nil
    return isFormal ? .keepFormat : self
  }
}
