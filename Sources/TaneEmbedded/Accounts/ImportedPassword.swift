import Crypto
import CryptoExtras
import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An imported password hash, verified with one of the algorithms of Firebase Authentication.
///
/// Passwords, salts and keys are combined as in the integration tests of Firebase's Admin SDK
/// (`test/integration/auth.spec.ts` in `firebase/firebase-admin-node`).
struct ImportedPassword {
  /// The maximum memory for verifying a hash, in bytes: 1 GiB.
  private static let maximumMemory = 1 << 30

  private let parameters: PasswordHashParameters
  private let hash: [UInt8]
  private let salt: [UInt8]
  private let signerKey: [UInt8]

  /// Decodes a hash with its parameters; returns nil if a part is not Base64 or the hash is empty.
  init?(_ password: AccountPassword, _ parameters: PasswordHashParameters) {
    guard let hash = Base64.bytes(of: password.hash), !hash.isEmpty,
      let salt = Base64.bytes(of: password.salt ?? ""),
      let separator = Base64.bytes(of: parameters.saltSeparator),
      let signerKey = Base64.bytes(of: parameters.signerKey)
    else { return nil }
    (self.parameters, self.hash, self.signerKey) = (parameters, hash, signerKey)
    self.salt = salt + separator
  }

  /// Returns true if a string matches the hash.
  func matches(_ text: String) -> Bool {
    let password = Array(text.utf8)
    if parameters.algorithm == .bcrypt { return Bcrypt(hash)?.matches(password) ?? false }
    return (try? computedHash(of: password)) == hash
  }

  private func computedHash(of password: [UInt8]) throws -> [UInt8]? {
    switch parameters.algorithm {
    case .scrypt: return try signedKey(of: password)
    case .standardScrypt:
      return try scrypt(
        password,
        cost: number("memoryCost"),
        blockSize: number("blockSize"),
        parallelism: number("parallelization"),
        byteCount: number("dkLen")
      )
    case .pbkdf2SHA256: return try pbkdf2(password, .sha256)
    case .pbkdfSHA1: return try pbkdf2(password, .insecureSHA1)
    case .hmacSHA512: return hmac(of: password, SHA512.self)
    case .hmacSHA256: return hmac(of: password, SHA256.self)
    case .hmacSHA1: return hmac(of: password, Insecure.SHA1.self)
    case .hmacMD5: return hmac(of: password, Insecure.MD5.self)
    case .sha512: return digest(of: password, SHA512.self)
    case .sha256: return digest(of: password, SHA256.self)
    case .sha1: return digest(of: password, Insecure.SHA1.self)
    case .md5:
      let digest = digest(of: password, Insecure.MD5.self)
      // With zero rounds, the hash is the digest in hexadecimal.
      return number("rounds") == 0
        ? digest.flatMap { [$0 >> 4, $0 & 15].flatMap { String($0, radix: 16).utf8 } } : digest
    case .bcrypt: return nil
    }
  }

  private func number(_ key: String) -> Int { parameters.numbers[key] ?? 0 }

  /// Returns the salt and a password, joined in the order that the parameters specify.
  private func input(_ password: [UInt8]) -> [UInt8] {
    parameters.isPasswordFirst ?? parameters.algorithm.isAuthenticationCode
      ? password + salt : salt + password
  }
}

extension ImportedPassword {
  /// Returns a hash computed with Firebase's modified scrypt: the signer key, encrypted with a key
  /// that is derived from the password (<https://github.com/firebase/scrypt>).
  private func signedKey(of password: [UInt8]) throws -> [UInt8]? {
    let key = try scrypt(
      password,
      cost: 1 << number("memoryCost"),
      blockSize: number("rounds"),
      parallelism: 1,
      byteCount: 32
    )
    guard let key else { return nil }
    let nonce = try AES._CTR.Nonce(nonceBytes: [UInt8](repeating: 0, count: 16))
    return Array(try AES._CTR.encrypt(signerKey, using: SymmetricKey(data: key), nonce: nonce))
  }

  /// Returns a key derived with scrypt (RFC 7914), or nil if its computation requires too much
  /// memory.
  private func scrypt(
    _ password: [UInt8],
    cost: Int,
    blockSize: Int,
    parallelism: Int,
    byteCount: Int
  ) throws -> [UInt8]? {
    guard 128 * cost * blockSize * parallelism <= Self.maximumMemory else { return nil }
    let key = try KDF.Scrypt.deriveKey(
      from: password,
      salt: salt,
      outputByteCount: byteCount,
      rounds: cost,
      blockSize: blockSize,
      parallelism: parallelism
    )
    return key.withUnsafeBytes { Array($0) }
  }

  /// Returns a key derived with PBKDF2 (RFC 8018), with the same length as the hash.
  private func pbkdf2(
    _ password: [UInt8],
    _ function: KDF.Insecure.PBKDF2.HashFunction
  ) throws -> [UInt8] {
    let key = try KDF.Insecure.PBKDF2.deriveKey(
      from: password,
      salt: salt,
      using: function,
      outputByteCount: hash.count,
      unsafeUncheckedRounds: max(1, number("rounds"))
    )
    return key.withUnsafeBytes { Array($0) }
  }

  private func hmac<Function: HashFunction>(
    of password: [UInt8],
    _ function: Function.Type
  ) -> [UInt8] {
    let key = SymmetricKey(data: signerKey)
    return Array(HMAC<Function>.authenticationCode(for: input(password), using: key))
  }

  /// Returns the digest of a password; each further round hashes the previous digest.
  private func digest<Function: HashFunction>(
    of password: [UInt8],
    _ function: Function.Type
  ) -> [UInt8] {
    (0..<max(1, number("rounds"))).reduce(input(password)) { input, _ in
      Array(Function.hash(data: input))
    }
  }
}
