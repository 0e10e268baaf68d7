import HTTPTypes

/// A credential for requests to a service.
package enum ServiceCredential: Sendable {
  /// No credential: the rules for unauthenticated requests apply.
  case none
  /// Administrator access to an emulator, which needs no secret.
  case owner
  /// A Google account.
  case google(GoogleCredential)

  /// The additional header fields for each request.
  var fields: HTTPFields {
    guard case .google(let credential) = self, let project = credential.quotaProject,
      let name = HTTPField.Name("x-goog-user-project")
    else { return [:] }
    return [name: project]
  }
}
