import TaneCore

/// A page token, which encodes the last identifier on the page, or the number of documents up to
/// the end of the page.
enum PageToken {
  static func token(of text: String) -> String { Base64.urlText(of: text.utf8) }

  static func token(ofOffset offset: Int) -> String { token(of: String(offset)) }

  static func text(_ token: String) throws(GoogleFailure) -> String {
    guard let bytes = Base64.bytes(of: token),
      let text = String(validating: bytes, as: UTF8.self), !text.isEmpty
    else { throw .invalid("Invalid page token.") }
    return text
  }

  static func offset(_ token: String) throws(GoogleFailure) -> Int {
    guard let offset = Int32(try text(token)), offset >= 0 else {
      throw .invalid("Invalid page token.")
    }
    return Int(offset)
  }
}
