import HTTPTypes
import TaneCore

/// What shows a service who asks.
struct ServiceAuthorization: Sendable, Equatable {
  let token: String
  /// Whether the token is the ID token of a user, not that of an account.
  var isOfUser = false
  /// What goes with each request besides the token.
  var fields: HTTPFields = [:]
}

/// Where a service looks for the ID token of a user; it looks for that of an account in `Authorization: Bearer`.
enum UserTokenPlace: Sendable {
  /// `Authorization: Bearer TOKEN`.
  case bearer
  /// `Authorization: Firebase TOKEN`.
  case firebase
  /// The parameter `auth` of the URL.
  case parameter
}

extension StoreError {
  /// Whether a token that cannot be had now may be had another time.
  var mayPass: Bool {
    let codes: [Code] = [.busy, .unreachable, .unavailable, .rateLimited, .invalidAnswer]
    return codes.contains(code)
  }
}

extension TransportRequest {
  /// Shows who asks.
  mutating func authorize(_ authorization: ServiceAuthorization, usersIn place: UserTokenPlace) {
    let token = authorization.token
    switch authorization.isOfUser ? place : .bearer {
    case .bearer: fields[.authorization] = "Bearer \(token)"
    case .firebase: fields[.authorization] = "Firebase \(token)"
    case .parameter: url += (url.contains("?") ? "&" : "?") + URLQuery.pairs([("auth", token)])
    }
    for field in authorization.fields { fields.append(field) }
  }
}
