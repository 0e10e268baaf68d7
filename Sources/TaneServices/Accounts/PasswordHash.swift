import Crypto
import CryptoExtras
import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A hash function for passwords in account imports, so that the service does not receive the
/// passwords themselves.
///
/// The algorithm is scrypt (RFC 7914), which Identity Toolkit calls `STANDARD_SCRYPT`; requests
/// contain all of its parameters, with the values of Google's example
/// (<https://firebase.google.com/docs/auth/admin/import-users>). When a user first signs in, the
/// service replaces the hash with its own.
enum PasswordHash {
  private static let cost = 1024
  private static let parallelization = 16
  private static let blockSize = 8
  private static let byteCount = 64
  private static let saltByteCount = 16

  /// The parameters of the password hashes, for an import.
  static let parameters: PasswordHashParameters = {
    var parameters = PasswordHashParameters(.standardScrypt)
    parameters.numbers = [
      "memoryCost": cost, "parallelization": parallelization, "blockSize": blockSize,
      "dkLen": byteCount,
    ]
    return parameters
  }()

  /// Returns the hash of a password and its random salt, both in URL-safe Base64, as imports
  /// require.
  static func hash(of password: String) throws -> AccountPassword {
    var generator = SystemRandomNumberGenerator()
    let salt = (0..<saltByteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    let hash = try hash(of: password, salt: salt)
    return AccountPassword(hash: Base64.urlText(of: hash), salt: Base64.urlText(of: salt))
  }

  /// Returns the hash of a password with a salt.
  static func hash(of password: String, salt: [UInt8]) throws -> [UInt8] {
    let key = try KDF.Scrypt.deriveKey(
      from: Array(password.utf8),
      salt: salt,
      outputByteCount: byteCount,
      rounds: cost,
      blockSize: blockSize,
      parallelism: parallelization
    )
    return key.withUnsafeBytes { Array($0) }
  }
}
