import SystemPackage
import TaneCore
import TaneFormats

/// A program that prints an external identity provider's token; it runs only if the variable
/// `GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES` is 1.
///
/// See <https://google.aip.dev/auth/4117#determining-the-subject-token-in-executable-sourced-credentials>.
struct CredentialProgram: Sendable {
  private static let permission = "GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES"

  private let command: String
  private let timeout: Duration
  private let outputFile: String?
  private let variables: [String: String]
  private let network: CredentialNetwork

  /// Reads the `executable` object of a configuration.
  ///
  /// - Throws: A `CredentialError` that names the file and the problem.
  init(_ program: Tree, of json: Tree, file: String, _ network: CredentialNetwork) throws {
    command = try program.credentialField("command", of: file)
    let milliseconds = program["timeout_millis"]?.integer ?? 0
    let interactive = program["interactive_timeout_millis"]?.integer ?? 0
    guard milliseconds == 0 || (5000...120_000).contains(milliseconds),
      interactive == 0 || (30_000...1_800_000).contains(interactive)
    else {
      throw CredentialError(
        "\(file): \"timeout_millis\" must be from 5,000 to 120,000, and \"interactive_timeout_millis\" from"
          + " 30,000 to 1,800,000"
      )
    }
    timeout = .milliseconds(milliseconds == 0 ? 30_000 : milliseconds)
    outputFile = program["output_file"]?.string
    let email = json["service_account_impersonation_url"]?.string
      .flatMap(ImpersonatedAccount.email)
    let own: [String: String?] = [
      "AUDIENCE": json["audience"]?.string, "TOKEN_TYPE": json["subject_token_type"]?.string,
      "ID": email ?? "", "INTERACTIVE": "0", "REVOKE": "0", "IMPERSONATED_EMAIL": email,
      "OUTPUT_FILE": outputFile,
    ]
    variables = own.reduce(into: network.variables) { variables, own in
      if let value = own.value { variables["GOOGLE_EXTERNAL_ACCOUNT_\(own.key)"] = value }
    }
    self.network = network
  }

  /// Returns the token in the output file if it is still valid, otherwise the token that the
  /// program prints.
  ///
  /// - Throws: A `CredentialError` that names the identity and the problem.
  func token(for identity: String) async throws -> String {
    guard variables[Self.permission] == "1" else {
      throw CredentialError(
        "\(identity): running its program requires permission: check the command, then set "
          + "\(Self.permission)=1"
      )
    }
    let now = network.clock.wallTime()
    if let output = readOutputFile(), output["expiration_time"] != nil {
      switch ProgramOutput(output, at: now) {
      case .token(let token): return token
      case .malformed(let reason): throw error(identity, reason)
      case .refused: break
      }
    }
    guard let words = ShellWords.split(command), !words.isEmpty else {
      throw error(identity, "a quote in its command is not closed")
    }
    let printed: [UInt8]
    do {
      printed = try await ProgramRun.output(of: words, variables, within: timeout, network.clock)
    } catch let failure as ProgramRun.Failure {
      throw error(identity, failure.description)
    }
    let output =
      printed.isEmpty ? readOutputFile() : JSONReader().read(printed, named: "output").tree
    guard let output else { throw error(identity, "its output is not JSON") }
    switch ProgramOutput(output, at: now) {
    case .token(let token): return token
    case .malformed(let reason), .refused(let reason): throw error(identity, reason)
    }
  }

  private func readOutputFile() -> Tree? {
    guard let outputFile, let bytes = try? network.readFile(FilePath(outputFile)) else {
      return nil
    }
    return JSONReader().read(bytes, named: outputFile).tree
  }

  /// Returns an error without the command, which may contain secrets.
  private func error(_ identity: String, _ reason: String) -> CredentialError {
    CredentialError("\(identity): the program of \"credential_source\" failed: \(reason)")
  }
}

/// The output of a program, in version 1 of the format.
private enum ProgramOutput {
  case token(String)
  /// The program reported a failure, or returned an expired token or output of an unsupported
  /// version.
  case refused(String)
  case malformed(String)

  init(_ json: Tree, at time: Double) {
    guard let version = json["version"]?.integer, let isSuccess = json["success"]?.bool else {
      self = .malformed("its output lacks \"version\" or \"success\"")
      return
    }
    let type = json["token_type"]?.string
    if version > 1 {
      self = .refused("its output has version \(version), which is not supported")
    } else if !isSuccess {
      let parts = [json["code"]?.string, json["message"]?.string].compactMap(\.self)
      self =
        parts.count == 2
        ? .refused(Redaction.text(parts.joined(separator: ": ")))
        : .malformed("its output lacks \"code\" or \"message\"")
    } else if let end = json["expiration_time"]?.number, end < time {
      self = .refused("the token has expired")
    } else if let token = Self.token(json, type), !token.isEmpty {
      self = .token(token)
    } else {
      self = .malformed("its output has no token of a supported \"token_type\"")
    }
  }

  private static func token(_ json: Tree, _ type: String?) -> String? {
    switch type {
    case "urn:ietf:params:oauth:token-type:jwt", "urn:ietf:params:oauth:token-type:id_token":
      json["id_token"]?.string
    case "urn:ietf:params:oauth:token-type:saml2": json["saml_response"]?.string
    default: nil
    }
  }
}

extension Tree {
  fileprivate var number: Double? { integer.map(Double.init) ?? double }
}

/// A parser that splits commands into words, as in a POSIX shell but without expansion.
enum ShellWords {
  /// Returns the words, or nil if a quote is not closed or an escape is incomplete.
  static func split(_ command: String) -> [String]? {
    var (words, word) = ([String](), String?.none)
    var quote: Character?
    var rest = command[...]
    while let character = rest.popFirst() {
      if character == "\\", quote != "'" {
        guard let next = rest.popFirst() else { return nil }
        let isKept = quote != nil && next != "\"" && next != "\\"
        word = (word ?? "") + (isKept ? "\\" : "") + String(next)
      } else if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}
