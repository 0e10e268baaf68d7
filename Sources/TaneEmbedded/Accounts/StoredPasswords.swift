import Crypto
import CryptoExtras
import Synchronization
import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The passwords of accounts as a file holds them: salted hashes, and never the passwords themselves.
///
/// Firebase's emulator keeps passwords in clear, and so do its exports; in that form accounts reach a store.
/// This process remembers the passwords that it is told, so that it can give accounts back in that form;
/// a process that opens the file later knows the hash alone, until the user signs in.
final class StoredPasswords: Sendable {
  private struct Known {
    /// The hashes by the passwords in clear.
    var hashes: [AccountPassword: AccountPassword] = [:]
    /// The passwords in clear by their hashes.
    var clear: [AccountPassword: AccountPassword] = [:]
  }

  private let known = Mutex(Known())
  private let areKept: Bool

  /// Creates a memory without passwords.
  ///
  /// `areKept` says whether there is a file; else nothing outlasts the process, and nothing is hashed.
  init(areKept: Bool) {
    self.areKept = areKept
  }

  /// What the file holds of a password.
  func stored(_ password: AccountPassword) throws -> AccountPassword {
    guard areKept, let clear = EmulatedPassword(password) else { return password }
    if let hash = known.withLock({ $0.hashes[password] }) { return hash }
    let hash = AccountPassword(
      hash: try HashedPassword(of: clear.text, salt: clear.salt).description,
      salt: password.salt
    )
    remember(password, as: hash)
    return hash
  }

  /// What callers are given for what the file holds.
  func revealed(_ stored: AccountPassword) -> AccountPassword {
    known.withLock { $0.clear[stored] } ?? stored
  }

  /// Whether a text is a password.
  func isPassword(_ text: String, _ password: AccountPassword) -> Bool {
    if let clear = EmulatedPassword(password) { return clear.text.utf8.elementsEqual(text.utf8) }
    guard let hash = HashedPassword(password.hash),
      let given = try? HashedPassword(of: text, salt: hash.salt), given == hash
    else { return false }
    // In memory, what was stored is what a replacement is compared with.
    if areKept {
      let clear = AccountPassword.emulated(of: text, salt: hash.salt).hash
      remember(AccountPassword(hash: clear, salt: password.salt), as: password)
    }
    return true
  }

  private func remember(_ password: AccountPassword, as hash: AccountPassword) {
    known.withLock { known in
      known.hashes[password] = hash
      known.clear[hash] = password
    }
  }
}

/// A password in clear in the form of Firebase's emulator: `fakeHash:salt=SALT:password=PASSWORD`.
struct EmulatedPassword {
  let text: String
  let salt: String

  /// Reads the form; nil where a password has another.
  init?(_ password: AccountPassword) {
    let (start, middle) = ("fakeHash:salt=", ":password=")
    guard password.hash.hasPrefix(start) else { return nil }
    let rest = password.hash.dropFirst(start.count)
    // A salt may hold what follows it.
    let known = password.salt.map { $0 + middle }
    let end =
      known.flatMap { rest.hasPrefix($0) ? rest.prefix($0.count).endIndex : nil }
      ?? rest.firstRange(of: middle)?.upperBound
    guard let end else { return nil }
    text = String(rest[end...])
    salt = String(rest[..<end].dropLast(middle.count))
  }
}

/// A salted hash of a password: `scrypt:SALT:HASH`, both in base64 (RFC 7914).
///
/// The cost, 4 MiB and some milliseconds, is what an emulator can spend on every account of its tests.
struct HashedPassword: Hashable, CustomStringConvertible {
  private static let scheme = "scrypt"
  private static let cost = 4096
  private static let blockSize = 8
  private static let byteCount = 32

  let salt: String
  private let hash: Data

  /// Hashes a password.
  init(of text: String, salt: String) throws {
    self.salt = salt
    let key = try KDF.Scrypt.deriveKey(
      from: Array(text.utf8),
      salt: Array(salt.utf8),
      outputByteCount: Self.byteCount,
      rounds: Self.cost,
      blockSize: Self.blockSize,
      parallelism: 1
    )
    hash = key.withUnsafeBytes { Data($0) }
  }

  /// Reads a hash; nil where a text is none.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == Self.scheme,
      let salt = Data(base64Encoded: String(parts[1])),
      let hash = Data(base64Encoded: String(parts[2])), hash.count == Self.byteCount
    else { return nil }
    self.salt = String(decoding: salt, as: UTF8.self)
    self.hash = hash
  }

  /// The form that a file holds.
  var description: String {
    "\(Self.scheme):\(Data(salt.utf8).base64EncodedString()):\(hash.base64EncodedString())"
  }
}
