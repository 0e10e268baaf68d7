import Crypto
import CryptoExtras
import Synchronization
import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A converter between account passwords and their stored form; a file contains only salted hashes,
/// never plain text.
///
/// The Firebase emulator and its exports contain plain-text passwords, so a store receives accounts
/// with such passwords. This process remembers the passwords that it receives, so it can return
/// them in plain text. A process that opens the file later has only the hash until the user signs
/// in. Imported hashes are stored unchanged, with their parameters.
final class StoredPasswords: Sendable {
  private struct PasswordCache {
    /// The hashes, by plain-text password.
    var hashes: [AccountPassword: AccountPassword] = [:]
    /// The plain-text passwords, by hash.
    var clear: [AccountPassword: AccountPassword] = [:]
  }

  private let known = Mutex(PasswordCache())
  private let isPersistent: Bool

  /// Creates a converter that does not remember any passwords yet.
  ///
  /// `isPersistent` is true for a file. Passwords in memory do not outlast the process, so they are
  /// not hashed.
  init(isPersistent: Bool) {
    self.isPersistent = isPersistent
  }

  /// Returns the stored form of a password.
  func stored(_ password: AccountPassword) throws -> AccountPassword {
    guard isPersistent, let clear = EmulatedPassword(password) else { return password }
    if let hash = known.withLock({ $0.hashes[password] }) { return hash }
    let hash = AccountPassword(
      hash: try HashedPassword(of: clear.text, salt: clear.salt).description,
      salt: password.salt
    )
    remember(password, as: hash)
    return hash
  }

  /// Returns a stored password in plain text if this process knows the plain text, otherwise
  /// unchanged.
  func plainTextForm(_ stored: AccountPassword) -> AccountPassword {
    known.withLock { $0.clear[stored] } ?? stored
  }

  /// Returns true if a string matches a password; remembers the string if the password is hashed.
  func verify(_ text: String, against password: AccountPassword) -> Bool {
    if let parameters = password.parameters {
      return ImportedPassword(password, parameters)?.matches(text) ?? false
    }
    if let clear = EmulatedPassword(password) { return clear.text.utf8.elementsEqual(text.utf8) }
    guard let hash = HashedPassword(password.hash),
      let given = try? HashedPassword(of: text, salt: hash.salt), given == hash
    else { return false }
    // An in-memory store remembers no passwords, because `put` compares stored forms with expected
    // ones.
    if isPersistent {
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

/// A plain-text password in the Firebase emulator's format: `fakeHash:salt=SALT:password=PASSWORD`.
struct EmulatedPassword {
  let text: String
  let salt: String

  /// Parses a password, or returns nil if it is not in this format.
  init?(_ password: AccountPassword) {
    let (start, middle) = ("fakeHash:salt=", ":password=")
    guard password.hash.hasPrefix(start) else { return nil }
    let rest = password.hash.dropFirst(start.count)
    // The salt may itself contain the separator, so the known salt is tried first.
    let known = password.salt.map { $0 + middle }
    let end =
      known.flatMap { rest.hasPrefix($0) ? rest.prefix($0.count).endIndex : nil }
      ?? rest.firstRange(of: middle)?.upperBound
    guard let end else { return nil }
    text = String(rest[end...])
    salt = String(rest[..<end].dropLast(middle.count))
  }
}

/// A salted scrypt hash (RFC 7914) of a password, as `scrypt:SALT:HASH` with Base64 parts.
///
/// Hashing takes 4 MiB and a few milliseconds, which is fast enough for tests that create many
/// accounts.
struct HashedPassword: Hashable, CustomStringConvertible {
  private static let scheme = "scrypt"
  private static let cost = 4096
  private static let blockSize = 8
  private static let byteCount = 32

  let salt: String
  private let hash: Data

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

  /// Parses a hash, or returns nil if the text is invalid.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == Self.scheme,
      let salt = Data(base64Encoded: String(parts[1])),
      let hash = Data(base64Encoded: String(parts[2])), hash.count == Self.byteCount
    else { return nil }
    self.salt = String(decoding: salt, as: UTF8.self)
    self.hash = hash
  }

  /// The hash in its stored form, `scrypt:SALT:HASH`.
  var description: String {
    "\(Self.scheme):\(Data(salt.utf8).base64EncodedString()):\(hash.base64EncodedString())"
  }
}
