import HTTPTypes
import TaneCore
import TaneRendering

/// The studio's responses, with header fields that prevent data from running as code.
enum StudioResponses {
  /// The content security policy for pages: resources only from the studio itself, never inline.
  private static let pagePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
  /// The content security policy for objects, which cannot run scripts or load anything.
  private static let objectPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

  /// Creates a response with HTML.
  static func html(_ text: String, status: HTTPResponse.Status = .ok) -> EmulatorResponse {
    response(Array(text.utf8), "text/html; charset=utf-8", policy: pagePolicy, status: status)
  }

  /// Creates a response with a built-in file.
  static func asset(_ text: String, _ type: String) -> EmulatorResponse {
    response(Array(text.utf8), "\(type); charset=utf-8", policy: pagePolicy)
  }

  /// Creates a response with an object: images are shown, everything else is downloaded.
  static func object(_ bytes: [UInt8], of contentType: String) -> EmulatorResponse {
    let isImage = ImagePreviews.isImage(contentType)
    let type = isImage ? contentType.lowercased() : ContentType.unknown
    var response = response(bytes, type, policy: objectPolicy)
    if !isImage { response.headerFields[.contentDisposition] = "attachment" }
    return response
  }

  /// Creates a redirection to a studio page.
  static func redirection(to target: String, cookie: String? = nil) -> EmulatorResponse {
    var response = response([], "text/plain", policy: pagePolicy, status: .seeOther)
    response.headerFields[.location] = target
    response.headerFields[.setCookie] = cookie
    return response
  }

  private static func response(
    _ bytes: [UInt8],
    _ type: String,
    policy: String,
    status: HTTPResponse.Status = .ok
  ) -> EmulatorResponse {
    var fields: HTTPFields = [
      .contentType: type, .contentSecurityPolicy: policy, .xContentTypeOptions: "nosniff",
      .cacheControl: "no-store",
    ]
    for (name, value) in [
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
    ] {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return EmulatorResponse(status, headerFields: fields, body: .bytes(bytes))
  }
}
