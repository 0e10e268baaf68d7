import HTTPTypes
import SystemPackage
import TaneCore
import TaneFormats

/// The source of an external identity provider's token: a file, URL or program.
///
/// A workload identity exchanges the token for a Google token.
struct SubjectToken: Sendable {
  private enum Source: Sendable {
    case file(String)
    case url(String, HTTPFields)
    case program(CredentialProgram)
  }

  private let source: Source
  /// The key of the token in JSON, or nil if the whole text is the token.
  private let key: String?
  private let network: CredentialNetwork

  /// Reads the `credential_source` of a configuration, which names exactly one source.
  ///
  /// - Throws: A `CredentialError` that names the file and the problem.
  init(_ json: Tree, file: String, _ network: CredentialNetwork) throws {
    self.network = network
    guard let place = json["credential_source"], place.kind == .map else {
      throw CredentialError("\(file): \"credential_source\" is missing; download the file again")
    }
    if let program = place["executable"], !program.isNull {
      source = .program(try CredentialProgram(program, of: json, file: file, network))
      key = nil
    } else {
      source = try Self.source(place, file)
      key = try Self.key(place["format"], file)
    }
  }

  private static func source(_ place: Tree, _ file: String) throws -> Source {
    let names = ["file", "url", "certificate"].filter { place[$0]?.isNull == false }
    guard names.count == 1, place["environment_id"] == nil, names != ["certificate"] else {
      throw CredentialError(
        "\(file): \"credential_source\" must contain exactly one of \"file\", \"url\" or "
          + "\"executable\"; other sources are not supported"
      )
    }
    let text = try place.credentialField(names[0], of: file)
    guard names == ["url"] else { return .file(text) }
    guard WebAddress(text) != nil else {
      throw CredentialError(
        "\(file): \"url\" of \"credential_source\" is not a valid URL; correct it"
      )
    }
    var fields = HTTPFields()
    for header in place["headers"]?.children ?? Tree.null.children {
      guard let name = header.key.flatMap({ HTTPField.Name($0) }), let value = header.string else {
        continue
      }
      fields[name] = value
    }
    return .url(text, fields)
  }

  private static func key(_ format: Tree?, _ file: String) throws -> String? {
    let type = format?["type"]?.string ?? ""
    guard type != "json" else {
      return try format?.credentialField("subject_token_field_name", of: file)
    }
    guard type.isEmpty || type == "text" else {
      throw CredentialError(
        "\(file): the format of \"credential_source\" is \"\(type.escapingControls)\"; expected "
          + "\"text\" or \"json\""
      )
    }
    return nil
  }

  /// Loads the current token from its source.
  ///
  /// - Throws: A `CredentialError` that names the identity and the source, without quoting the
  ///   token.
  func load(for identity: String) async throws -> String {
    switch source {
    case .program(let program): return try await program.token(for: identity)
    case .file(let path):
      let shown = path.escapingControls
      do {
        guard let bytes = try network.readFile(FilePath(path)) else {
          throw CredentialError("\(identity): there is no file \(shown) with the subject token")
        }
        return try token(in: bytes, identity, shown)
      } catch let error as Errno {
        throw CredentialError("\(identity): \(shown) cannot be read: \(error)")
      }
    case .url(let url, let fields):
      return try token(in: await body(of: url, fields, identity), identity, Redaction.url(url))
    }
  }

  private func body(
    of url: String,
    _ fields: HTTPFields,
    _ identity: String
  ) async throws -> [UInt8] {
    let request = TransportRequest(.get, url, fields: fields, timeout: .seconds(30))
    var record = RequestRecord(id: network.log.nextID(), attempt: 1, request)
    let start = network.clock.uptime()
    defer {
      record.duration = network.clock.uptime() - start
      network.log.note(record)
    }
    do {
      let response = try await network.transport.send(request)
      record.result = .status(response.status)
      var body: [UInt8] = []
      for try await chunk in response.body where body.count < 1 << 20 { body += chunk }
      guard response.status == 200 else {
        throw CredentialError(
          "\(identity): \(Redaction.url(url)) returned status \(response.status) instead of the "
            + "subject token",
          isTemporary: response.status >= 500
        )
      }
      return body
    } catch let failure as TransportFailure {
      record.result = .failure(failure.words)
      let host = WebAddress(url)?.host ?? url
      throw CredentialError("\(identity): \(failure.explanation(host: host))", code: .unreachable)
    }
  }

  private func token(in bytes: [UInt8], _ identity: String, _ place: String) throws -> String {
    let text =
      key.map { JSONReader().read(bytes, named: place).tree?[$0]?.string ?? "" }
      ?? String(decoding: bytes, as: UTF8.self)
    guard text.isEmpty else { return text }
    throw CredentialError(
      "\(identity): \(place) contains no subject token"
        + (key.map { " under the key \"\($0.escapingControls)\"" } ?? "")
    )
  }
}
