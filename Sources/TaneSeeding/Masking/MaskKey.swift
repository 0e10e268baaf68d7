import Crypto
import Foundation

/// The key from which pseudonyms are derived; it is never stored.
package struct MaskKey: Sendable {
  /// An error thrown if a key is so short that it could be guessed.
  package struct TooShort: Error, CustomStringConvertible {
    /// The name of the variable.
    let variable: String

    /// The message, with a command that creates a key.
    package var description: String {
      "the key in \(variable) has fewer than \(MaskKey.minimumLength) characters; create one with: "
        + "openssl rand -hex 32"
    }
  }

  /// The variable that contains the key, unless the profile names another.
  package static let defaultVariable = "TANE_MASK_KEY"
  private static let minimumLength = 16

  /// The variable that contained the key, or nil if the key is random.
  package let variable: String?
  private let key: SymmetricKey

  /// Loads the key from a variable; if the variable is not set, the key is random.
  package init(named name: String?, in variables: [String: String]) throws(TooShort) {
    let name = name ?? Self.defaultVariable
    guard let text = variables[name], !text.isEmpty else {
      (variable, key) = (nil, SymmetricKey(size: .bits256))
      return
    }
    guard text.count >= Self.minimumLength else { throw TooShort(variable: name) }
    (variable, key) = (name, SymmetricKey(data: Data(text.utf8)))
  }

  /// Returns the keyed hash of a message, with the given number of bytes.
  func bytes(_ label: String, _ message: some Sequence<UInt8>, count: Int = 32) -> [UInt8] {
    let message = Array(label.utf8) + [0] + message
    var bytes: [UInt8] = []
    var block: UInt8 = 0
    while bytes.count < count {
      // Each block of 32 bytes is a separate hash.
      let hash = HMAC<SHA256>.authenticationCode(for: message + [block], using: key)
      bytes += Array(hash)
      block &+= 1
    }
    return Array(bytes.prefix(count))
  }

  /// Returns a number derived from a message.
  func number(_ label: String, _ message: String, attempt: Int = 0) -> UInt64 {
    bytes("\(label) \(attempt)", message.utf8, count: 8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
