import HTTPTypes

/// Support for cross-origin requests from pages with accepted origins
/// (<https://fetch.spec.whatwg.org/#http-cors-protocol>).
enum CrossOriginSharing {
  private static let exposedFields = [
    "Content-Encoding", "Content-Length", "Content-Range", "Content-Type", "Date", "ETag",
    "Location",
    "Range", "X-Goog-Generation", "X-Goog-Hash", "X-Goog-Metageneration",
    "X-Goog-Upload-Chunk-Granularity", "X-Goog-Upload-Size-Received", "X-Goog-Upload-Status",
    "X-Goog-Upload-URL", "X-GUploader-UploadID",
  ].joined(separator: ", ")

  /// Returns the response to a preflight request, or nil for any other request.
  static func preflight(_ request: EmulatorRequest) -> EmulatorResponse? {
    guard request.head.method == .options, request.header("Access-Control-Request-Method") != nil
    else { return nil }
    var response = EmulatorResponse(.noContent)
    response.headerFields[named: "Access-Control-Allow-Methods"] =
      "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
    response.headerFields[named: "Access-Control-Allow-Headers"] =
      request.header("Access-Control-Request-Headers") ?? "*"
    response.headerFields[named: "Access-Control-Max-Age"] = "3600"
    return addingHeaders(to: response, for: request)
  }

  /// Adds the header fields that let a page read the response.
  static func addingHeaders(
    to response: EmulatorResponse,
    for request: EmulatorRequest
  ) -> EmulatorResponse {
    guard let origin = request.header("Origin") else { return response }
    var response = response
    response.headerFields[named: "Access-Control-Allow-Origin"] = origin
    response.headerFields[named: "Access-Control-Expose-Headers"] = exposedFields
    response.headerFields[named: "Vary"] = "Origin"
    // A page from a public network also needs permission to send requests to a private network
    // (<https://wicg.github.io/private-network-access/>).
    response.headerFields[named: "Access-Control-Allow-Private-Network"] =
      request.header("Access-Control-Request-Private-Network")
    return response
  }
}
