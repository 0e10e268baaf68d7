import HTTPTypes

/// The identity that makes requests to a service.
public enum ServiceCredential: Sendable {
  /// Nobody: the rules for everybody apply.
  case none
  /// The administrator of an emulator, who needs no secret.
  case owner
  /// An account of Google's.
  case google(GoogleCredential)

  /// The additional header fields for each request.
  var fields: HTTPFields {
    guard case .google(let credential) = self, let project = credential.quotaProject,
      let name = HTTPField.Name("x-goog-user-project")
    else { return [:] }
    return [name: project]
  }
}
