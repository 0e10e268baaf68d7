import TaneCore
import TaneFormats

/// A reader of the `hash` block in `accounts.yaml`: the parameters of the file's password hashes.
///
/// Findings never contain signer keys.
struct HashParametersReader {
  /// The result for one file: the parameters, or the findings if they are invalid.
  struct Outcome {
    let parameters: PasswordHashParameters?
    let findings: [Diagnostic]
  }

  private static let key = "hash"
  private static let orders = ["SALT_FIRST": false, "PASSWORD_FIRST": true]

  private let tree: Tree
  /// The earlier findings about the file, such as unset variables.
  private let reported: [Diagnostic]
  private var findings: [Diagnostic] = []

  private init(_ tree: Tree, besides reported: [Diagnostic]) {
    (self.tree, self.reported) = (tree, reported)
  }

  /// Reads the block and removes it from a file's tree; returns nil if the file has no such block.
  ///
  /// A map `hash` without any of the block's keys is the account of a user with the ID `hash`.
  static func outcome(of tree: inout Tree, besides reported: [Diagnostic]) -> Outcome? {
    let keys = Set(PasswordHashParameters.Algorithm.allCases.flatMap(keys))
    guard tree.kind == .map, let block = tree[key], block.kind == .map,
      block.children.contains(where: { keys.contains($0.key ?? "") })
    else { return nil }
    tree = tree.removing([key])
    var reader = HashParametersReader(block, besides: reported)
    let parameters = reader.read()
    return Outcome(
      parameters: reader.findings.isEmpty ? parameters : nil,
      findings: reader.findings
    )
  }

  private static func keys(of algorithm: PasswordHashParameters.Algorithm) -> [String] {
    ["algorithm"] + (algorithm.hasSignerKey ? ["signerKey"] : [])
      + (algorithm == .scrypt ? ["saltSeparator"] : []) + algorithm.numbers.map(\.key)
      + (algorithm.hasInputOrder ? ["inputOrder"] : [])
  }

  private mutating func read() -> PasswordHashParameters? {
    guard let algorithm = algorithm() else { return nil }
    findings += Diagnostic.unknownKeys(in: tree, known: Self.keys(of: algorithm), of: Self.key)
    var parameters = PasswordHashParameters(algorithm)
    if algorithm.hasSignerKey {
      parameters.signerKey = base64("signerKey") ?? ""
      if tree["signerKey"]?.isNull ?? true {
        reportMissing(
          "signerKey",
          "\"hash\" has no signerKey, which \(algorithm.rawValue) requires; add the key in Base64, "
            + "such as signerKey: !env SIGNER_KEY"
        )
      }
    }
    if algorithm == .scrypt { parameters.saltSeparator = base64("saltSeparator") ?? "" }
    for number in algorithm.numbers {
      parameters.numbers[number.key] = value(of: number, algorithm)
    }
    if algorithm.hasInputOrder { parameters.isPasswordFirst = inputOrder() }
    return parameters
  }

  private mutating func algorithm() -> PasswordHashParameters.Algorithm? {
    let names = PasswordHashParameters.Algorithm.allCases.map(\.rawValue)
    let list = names.joined(separator: ", ")
    guard let tree = tree["algorithm"], !tree.isNull else {
      reportMissing("algorithm", "\"hash\" has no algorithm; add one of \(list)")
      return nil
    }
    guard let name = text(tree, "algorithm") else { return nil }
    if let algorithm = PasswordHashParameters.Algorithm(rawValue: name) { return algorithm }
    report(
      .invalidValue,
      "\"\(name.escapingControls)\" is not a Firebase hash algorithm; expected one of \(list)"
        + Suggestion.clause(for: name, among: names),
      at: tree.position
    )
    return nil
  }

  private mutating func value(
    of number: PasswordHashParameters.Number,
    _ algorithm: PasswordHashParameters.Algorithm
  ) -> Int? {
    let setting = "hash.\(number.key)"
    guard let tree = tree[number.key], !tree.isNull else {
      reportMissing(
        number.key,
        "\"hash\" has no \(number.key), which \(algorithm.rawValue) requires; add"
          + " \(number.expectation)"
      )
      return nil
    }
    guard let value = tree.integer else {
      findings.append(.wrongType(of: setting, expected: number.expectation, found: tree))
      return nil
    }
    guard number.allows(Int(clamping: value)) else {
      report(
        .invalidValue,
        "\"\(setting)\" is \(value); \(algorithm.rawValue) requires \(number.expectation)",
        at: tree.position
      )
      return nil
    }
    return Int(value)
  }

  private mutating func inputOrder() -> Bool? {
    guard let tree = tree["inputOrder"], !tree.isNull, let name = text(tree, "inputOrder") else {
      return nil
    }
    if let order = Self.orders[name] { return order }
    report(
      .invalidValue,
      "\"\(name.escapingControls)\" is not a valid order of password and salt; expected SALT_FIRST "
        + "or PASSWORD_FIRST",
      at: tree.position
    )
    return nil
  }

  /// Reads Base64 text, and returns it in the URL-safe alphabet.
  private mutating func base64(_ key: String) -> String? {
    guard let tree = tree[key], !tree.isNull, let text = text(tree, key) else { return nil }
    if let bytes = Base64.bytes(of: text), !bytes.isEmpty { return Base64.urlText(of: bytes) }
    report(
      .invalidValue,
      "\"hash.\(key)\" is not Base64; copy it from the hash parameters in the Firebase console",
      at: tree.position
    )
    return nil
  }

  private mutating func text(_ tree: Tree, _ key: String) -> String? {
    if tree.tag == .none, let text = tree.string { return text }
    findings.append(.wrongType(of: "hash.\(key)", expected: "a string", found: tree))
    return nil
  }

  private mutating func reportMissing(_ key: String, _ message: String) {
    // A tag without a result, such as an unset variable, is null too, and was already reported.
    let position = tree[key]?.position
    guard position == nil || !reported.contains(where: { $0.position == position }) else { return }
    report(.missingValue, message, at: tree.keyPosition)
  }

  private mutating func report(
    _ code: DiagnosticCode,
    _ message: String,
    at position: SourcePosition?
  ) {
    findings.append(.error(code, message, at: position))
  }
}
