import HTTPTypes
import TaneCore
import TaneFormats

/// A request for a token (RFC 6749, RFC 7523), which is retried when Google recommends it.
struct TokenRequest: Sendable {
  /// The scopes of Tane's tokens: one for all Google Cloud services, and two that the Realtime
  /// Database requires.
  static let scopes = [
    "https://www.googleapis.com/auth/cloud-platform",
    "https://www.googleapis.com/auth/firebase.database",
    "https://www.googleapis.com/auth/userinfo.email",
  ]

  private static let policy = RetryPolicy(attempts: 4)
  private static let temporaryErrors: Set<String> = [
    "internal_failure", "server_error", "temporarily_unavailable",
  ]

  /// The owner of the requested token, as named in errors.
  let name: String
  let request: TransportRequest
  let network: CredentialNetwork
  /// A secret in the request, which an error response may quote.
  var secret: String?
  /// The advice in errors, or nil to choose it by the error's code.
  var advice: String?

  /// Requests the token.
  ///
  /// - Throws: A `CredentialError` with the cause and the remedy, or `CancellationError`.
  func send() async throws -> AccessToken {
    let id = network.log.nextID()
    let start = network.clock.uptime()
    var attempts = 0
    while true {
      attempts += 1
      var record = RequestRecord(id: id, attempt: attempts, request)
      do {
        let token = try await sendOnce(&record)
        network.log.note(record)
        return token
      } catch let error as CredentialError
        where error.isTemporary && attempts < Self.policy.attempts
      {
        let delay = Self.policy.delay(
          after: attempts,
          requested: nil,
          random: network.clock.random()
        )
        guard Self.policy.allows(delay, after: network.clock.uptime() - start) else {
          network.log.note(record)
          throw error
        }
        record.nextAction = .waits(delay, reason: "no token available")
        network.log.note(record)
        try await network.clock.sleep(delay)
      } catch {
        network.log.note(record)
        throw error
      }
    }
  }

  private func sendOnce(_ record: inout RequestRecord) async throws -> AccessToken {
    let start = network.clock.uptime()
    defer { record.duration = network.clock.uptime() - start }
    do {
      let response = try await network.transport.send(request)
      var body: [UInt8] = []
      for try await chunk in response.body where body.count < 1 << 20 { body += chunk }
      record.bytesReceived = body.count
      record.result = .status(response.status)
      return try token(of: response, body)
    } catch let failure as TransportFailure {
      record.result = .failure(failure.words)
      let host = WebAddress(request.url)?.host ?? request.url
      throw CredentialError(
        "\(name): \(failure.explanation(host: host))",
        code: .unreachable,
        isTemporary: failure.isRetryable
      )
    }
  }

  private func token(of response: TransportResponse, _ body: [UInt8]) throws -> AccessToken {
    let json = JSONReader().read(body, named: "answer").tree
    guard response.status == 200 else { throw refusal(response, json) }
    guard let token = (json?["access_token"] ?? json?["accessToken"])?.string, !token.isEmpty else {
      throw CredentialError(
        "\(name): \(WebAddress(request.url)?.host ?? "the server") responded without a token; "
          + "check whether a proxy or a login page responds in its place",
        code: .invalidResponse
      )
    }
    // The IAM Service Account Credentials API returns the expiration time instead of the lifetime.
    let end = json?["expireTime"]?.string.flatMap { DocumentTimestamp(parsing: $0) }
    if let end { return AccessToken(token, expiry: Double(end.microseconds) / 1_000_000) }
    let lifetime = json?["expires_in"]
    let seconds = lifetime?.integer.map(Double.init) ?? lifetime?.string.flatMap(Double.init)
    return AccessToken(token, expiry: network.clock.wallTime() + (seconds ?? 3600))
  }

  private func refusal(_ response: TransportResponse, _ json: Tree?) -> CredentialError {
    let code = (json?["error"]?["status"] ?? json?["error"])?.string
    let error = code.map(Redaction.text) ?? "status \(response.status)"
    let words = (json?["error_description"] ?? json?["error"]?["message"])?.string ?? ""
    let detail = Redaction.text(
      secret.map { words.replacing($0, with: Redaction.placeholder) } ?? words
    )
    let errorText = detail.isEmpty ? error : "\(error): \(detail)"
    if Self.temporaryErrors.contains(error) || [408, 429, 500, 503, 504].contains(response.status) {
      return CredentialError(
        "\(name): no token available (\(errorText)); try again",
        code: response.status == 429 ? .rateLimited : .unavailable,
        isTemporary: true
      )
    }
    guard json?["error"] != nil, response.status >= 400 else {
      return CredentialError(
        "\(name): \(WebAddress(request.url)?.host ?? "the server") responded with status "
          + "\(response.status) and without a token; check whether a proxy or a login page "
          + "responds in its place",
        code: .invalidResponse
      )
    }
    return CredentialError(
      "\(name): no token (\(errorText)); \(meaning(of: error, detail, response))"
    )
  }

  private func meaning(
    of error: String,
    _ detail: String,
    _ response: TransportResponse
  ) -> String {
    if let skew = clockSkew(response), abs(skew) >= 300 {
      let minutes = Int((abs(skew) / 60).rounded())
      return "the clock of this machine is \(minutes) minutes \(skew < 0 ? "behind" : "ahead"); "
        + "correct it"
    }
    if let advice { return advice }
    let lowered = detail.lowercased()
    if lowered.contains("signature") || lowered.contains("account not found") {
      return "the key was revoked or its account deleted: create a new key in the Google Cloud "
        + "console, under IAM, service accounts"
    }
    switch error {
    case "invalid_grant":
      return
        "the key or the consent was revoked, or has expired: create a new key, or log in again "
        + "with gcloud auth application-default login"
    case "invalid_client", "unauthorized_client":
      return
        "Google rejected the client in the credentials file: get a new credentials file"
    case "invalid_scope":
      return "the account is not allowed to use the OAuth scopes that Firebase requires"
    default: return "check the credentials file"
    }
  }

  /// Returns the number of seconds by which this machine's clock is ahead of the server's `Date`.
  private func clockSkew(_ response: TransportResponse) -> Double? {
    response.fields[.date].flatMap(ServerDate.init(parsing:)).map {
      network.clock.wallTime() - $0.secondsSince1970
    }
  }
}

/// The time of a `Date` field: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
struct ServerDate: Sendable, Hashable {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The time, in seconds since 1970.
  let secondsSince1970: Double

  /// Parses the preferred format, or returns nil for any other text.
  init?(parsing text: String) {
    let words = text.split(separator: " ")
    guard words.count == 6, let month = Self.months.firstIndex(of: String(words[2])) else {
      return nil
    }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    let stamp = "\(words[3])-\(number)-\(words[1])T\(words[4])Z"
    guard let time = DocumentTimestamp(parsing: stamp) else { return nil }
    secondsSince1970 = Double(time.microseconds) / 1_000_000
  }
}
