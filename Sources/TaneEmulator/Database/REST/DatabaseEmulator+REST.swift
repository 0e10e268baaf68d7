import HTTPTypes

extension DatabaseEmulator: EmulatorService {
  private static let methods = "GET, HEAD, PUT, POST, PATCH, DELETE, OPTIONS"

  /// Responds to a request of the REST protocol
  /// (<https://firebase.google.com/docs/reference/rest/database>).
  package func respond(to request: EmulatorRequest) async -> EmulatorResponse {
    var response: EmulatorResponse
    do throws(DatabaseFailure) {
      response =
        request.method == .options
        ? preflight(request) : try await DatabaseCall(request, self).respond()
    } catch {
      response = .problem(error)
    }
    response.headerFields[.cacheControl] = "no-cache"
    return CrossOriginSharing.addingHeaders(to: response, for: request)
  }

  private func preflight(_ request: EmulatorRequest) -> EmulatorResponse {
    let wanted = request.head.headerFields[.accessControlRequestHeaders]
    return EmulatorResponse(
      .ok,
      headerFields: [
        .accessControlAllowMethods: Self.methods,
        .accessControlAllowHeaders: wanted ?? "*",
        .accessControlMaxAge: "3600",
        .allow: Self.methods,
      ]
    )
  }
}
