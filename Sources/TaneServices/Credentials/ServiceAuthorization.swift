import HTTPTypes
import TaneCore

/// The token and header fields that authorize a request.
struct ServiceAuthorization: Sendable, Equatable {
  let token: String
  /// A Boolean value indicating whether the token is a user's ID token rather than an account's
  /// access token.
  var isUserToken = false
  /// Additional header fields for each request.
  var fields: HTTPFields = [:]
}

/// The location of a user's ID token in requests to a service; an account's access token is always
/// sent as `Authorization: Bearer`.
enum UserTokenLocation: Sendable {
  /// `Authorization: Bearer TOKEN`.
  case bearer
  /// `Authorization: Firebase TOKEN`.
  case firebase
  /// The URL parameter `auth`.
  case parameter
}

extension StoreError {
  /// A Boolean value indicating whether a later attempt may succeed.
  var isRetryable: Bool {
    let codes: [Code] = [.busy, .unreachable, .unavailable, .rateLimited, .invalidResponse]
    return codes.contains(code)
  }
}

extension TransportRequest {
  /// Adds the authorization to the request.
  mutating func authorize(_ authorization: ServiceAuthorization, usersIn place: UserTokenLocation) {
    let token = authorization.token
    switch authorization.isUserToken ? place : .bearer {
    case .bearer: fields[.authorization] = "Bearer \(token)"
    case .firebase: fields[.authorization] = "Firebase \(token)"
    case .parameter: url += (url.contains("?") ? "&" : "?") + URLQuery.pairs([("auth", token)])
    }
    for field in authorization.fields { fields.append(field) }
  }
}
