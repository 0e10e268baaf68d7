/// The algorithm and parameters of an imported password hash.
///
/// See <https://firebase.google.com/docs/cli/auth#auth-import>. The keys are redacted in messages
/// and logs.
package struct PasswordHashParameters: Sendable, Hashable, Codable {
  /// A Firebase Authentication hash algorithm; the raw value is its name in requests.
  package enum Algorithm: String, Sendable, Hashable, Codable, CaseIterable {
    case scrypt = "SCRYPT"
    case standardScrypt = "STANDARD_SCRYPT"
    case bcrypt = "BCRYPT"
    case pbkdf2SHA256 = "PBKDF2_SHA256"
    case pbkdfSHA1 = "PBKDF_SHA1"
    case hmacSHA512 = "HMAC_SHA512"
    case hmacSHA256 = "HMAC_SHA256"
    case hmacSHA1 = "HMAC_SHA1"
    case hmacMD5 = "HMAC_MD5"
    case sha512 = "SHA512"
    case sha256 = "SHA256"
    case sha1 = "SHA1"
    case md5 = "MD5"
  }

  /// A numeric parameter that an algorithm requires.
  package struct Number: Sendable, Hashable {
    /// The parameter's key, such as `rounds`.
    package let key: String
    private let range: ClosedRange<Int>
    private let isPowerOfTwo: Bool

    init(_ key: String, _ range: ClosedRange<Int>, isPowerOfTwo: Bool = false) {
      (self.key, self.range, self.isPowerOfTwo) = (key, range, isPowerOfTwo)
    }

    /// Returns true if a value is valid for the parameter.
    package func allows(_ value: Int) -> Bool {
      range.contains(value) && (!isPowerOfTwo || value & (value - 1) == 0)
    }

    /// The expected value in words, with an article.
    package var expectation: String {
      isPowerOfTwo
        ? "a power of two from \(range.lowerBound) to \(range.upperBound.grouped)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound.grouped)"
    }
  }

  package var algorithm: Algorithm
  /// The key that signs hashes, in Base64, or an empty string if the algorithm has none.
  package var signerKey = ""
  /// The bytes appended to each salt, in Base64, or an empty string if there are none.
  package var saltSeparator = ""
  /// The values of the algorithm's numeric parameters, by key.
  package var numbers: [String: Int] = [:]
  /// A Boolean value indicating whether the password precedes the salt in the algorithm's input, or
  /// nil for the default order.
  package var isPasswordFirst: Bool?

  /// Creates parameters that specify only an algorithm.
  package init(_ algorithm: Algorithm) { self.algorithm = algorithm }
}

extension PasswordHashParameters.Algorithm {
  /// The numeric parameters that the algorithm requires.
  package var numbers: [PasswordHashParameters.Number] {
    switch self {
    case .scrypt: [.init("rounds", 1...8), .init("memoryCost", 1...14)]
    case .standardScrypt:
      [
        .init("memoryCost", 2...1 << 20, isPowerOfTwo: true), .init("parallelization", 1...1024),
        .init("blockSize", 1...1024), .init("dkLen", 1...1024),
      ]
    case .pbkdf2SHA256, .pbkdfSHA1: [.init("rounds", 0...120_000)]
    case .md5: [.init("rounds", 0...8192)]
    case .sha512, .sha256, .sha1: [.init("rounds", 1...8192)]
    case .bcrypt, .hmacSHA512, .hmacSHA256, .hmacSHA1, .hmacMD5: []
    }
  }

  /// A Boolean value indicating whether the algorithm is a message authentication code, whose
  /// input begins with the password by default.
  package var isAuthenticationCode: Bool {
    [.hmacSHA512, .hmacSHA256, .hmacSHA1, .hmacMD5].contains(self)
  }

  /// A Boolean value indicating whether the algorithm requires a signer key.
  package var hasSignerKey: Bool { self == .scrypt || isAuthenticationCode }

  /// A Boolean value indicating whether the order of the password and the salt can be chosen.
  package var hasInputOrder: Bool {
    isAuthenticationCode || [.sha512, .sha256, .sha1, .md5].contains(self)
  }
}

extension PasswordHashParameters: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The algorithm, without the keys.
  package var description: String { algorithm.rawValue }
  /// The algorithm, without the keys.
  package var debugDescription: String { description }
  /// A mirror without the keys.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
