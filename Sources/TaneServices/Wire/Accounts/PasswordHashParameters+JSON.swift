package import TaneCore

/// The JSON format of password hash parameters in imports.
///
/// See <https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/batchCreate>.
extension PasswordHashParameters {
  /// The orders in which password and salt can be hashed.
  private static let orders: [(name: String, number: Int64, value: Bool)] = [
    ("SALT_AND_PASSWORD", 1, false), ("PASSWORD_AND_SALT", 2, true),
  ]

  /// Creates parameters from an import request, or returns nil if it names no algorithm.
  package init?(_ json: ProtocolJSON) throws(WireError) {
    guard let name = try json.text("hashAlgorithm"), !name.isEmpty else { return nil }
    guard let algorithm = Algorithm(rawValue: name) else {
      let known = Algorithm.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalid("INVALID_HASH_ALGORITHM : Expected one of \(known).")
    }
    self.init(algorithm)
    if algorithm.hasSignerKey { signerKey = try json.text("signerKey") ?? "" }
    if algorithm == .scrypt { saltSeparator = try json.text("saltSeparator") ?? "" }
    if algorithm.hasInputOrder {
      isPasswordFirst = try json.choice("passwordHashOrder", Self.orders)
    }
    for number in algorithm.numbers {
      // Protocol buffer JSON may omit zeros.
      let value = Int(clamping: try json.number(field(number.key)) ?? 0)
      guard number.allows(value) else {
        let code = number.key == "rounds" ? "INVALID_HASH_ROUNDS" : "INVALID_HASH_PARAMETER"
        throw .invalid("\(code) : \(field(number.key)) must be \(number.expectation).")
      }
      numbers[number.key] = value
    }
    guard let key = Base64.bytes(of: signerKey), key.isEmpty != algorithm.hasSignerKey,
      Base64.bytes(of: saltSeparator) != nil
    else {
      throw .invalid("INVALID_HASH_KEY : signerKey and saltSeparator must be Base64.")
    }
  }

  /// The parameters as fields of an import request.
  package var fields: [(String, TreeLiteral)] {
    let optional: [(String, TreeLiteral?)] = [
      ("hashAlgorithm", .string(algorithm.rawValue)),
      ("signerKey", signerKey.isEmpty ? nil : .string(signerKey)),
      ("saltSeparator", saltSeparator.isEmpty ? nil : .string(saltSeparator)),
      (
        "passwordHashOrder",
        isPasswordFirst.map { .string($0 ? "PASSWORD_AND_SALT" : "SALT_AND_PASSWORD") }
      ),
    ]
    return optional.compactMap { name, value in value.map { (name, $0) } }
      + algorithm.numbers.compactMap { number in
        numbers[number.key].map { (field(number.key), .integer(Int64($0))) }
      }
  }

  /// Returns the name of the field for a numeric parameter.
  private func field(_ key: String) -> String {
    algorithm == .standardScrypt && key == "memoryCost" ? "cpuMemCost" : key
  }
}
