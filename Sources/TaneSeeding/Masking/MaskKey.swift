import Crypto
import Foundation

/// The key that pseudonyms follow from; it is never written anywhere.
public struct MaskKey: Sendable {
  /// A key that is too short to keep anybody from trying originals.
  public struct TooShort: Error, CustomStringConvertible {
    /// The variable that holds it.
    let variable: String

    /// The sentence.
    public var description: String {
      "the key in \(variable) has fewer than \(MaskKey.minimumLength) characters; make one with: openssl rand -hex 32"
    }
  }

  /// The variable that holds the key where the profile names none.
  public static let usualVariable = "TANE_MASK_KEY"
  private static let minimumLength = 16

  /// The variable that held the key; nil where it is a random one of this run.
  public let variable: String?
  private let key: SymmetricKey

  /// Reads the key; where no variable holds one, it is random.
  public init(named name: String?, in variables: [String: String]) throws(TooShort) {
    let name = name ?? Self.usualVariable
    guard let text = variables[name], !text.isEmpty else {
      (variable, key) = (nil, SymmetricKey(size: .bits256))
      return
    }
    guard text.count >= Self.minimumLength else { throw TooShort(variable: name) }
    (variable, key) = (name, SymmetricKey(data: Data(text.utf8)))
  }

  /// The keyed hash of a message, as many bytes as asked for.
  func bytes(_ label: String, _ message: some Sequence<UInt8>, count: Int = 32) -> [UInt8] {
    let message = Array(label.utf8) + [0] + message
    var bytes: [UInt8] = []
    var block: UInt8 = 0
    while bytes.count < count {
      // Each block of 32 bytes is a hash of its own.
      let hash = HMAC<SHA256>.authenticationCode(for: message + [block], using: key)
      bytes += Array(hash)
      block &+= 1
    }
    return Array(bytes.prefix(count))
  }

  /// A number that follows from a message.
  func number(_ label: String, _ message: String, attempt: Int = 0) -> UInt64 {
    bytes("\(label) \(attempt)", message.utf8, count: 8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
