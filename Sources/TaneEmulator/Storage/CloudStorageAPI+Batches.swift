import HTTPTypes

extension CloudStorageAPI {
  /// The maximum number of calls in a batch (<https://cloud.google.com/storage/docs/batch>).
  private static let maximumCalls = 100

  /// Responds to a batch request, which contains one call in each part of its body.
  func batch() async throws -> EmulatorResponse {
    guard request.method == .post else { throw StorageFailure.unsupportedMethod(request.method) }
    let body = try MultipartBody(
      request.body,
      contentType: request.head.headerFields[.contentType] ?? ""
    )
    guard body.parts.count <= Self.maximumCalls else {
      throw StorageFailure.invalid(
        "The batch has \(body.parts.count) calls; up to \(Self.maximumCalls) are allowed."
      )
    }
    let boundary = "batch_\(service.makeIdentifier())"
    var answer: [UInt8] = []
    for part in body.parts {
      let response = try await service.respond(to: call(in: part))
      let id = (part.field("content-id") ?? "").trimmingPrefix("<")
      answer += "--\(boundary)\r\nContent-Type: application/http\r\n".utf8
      if !id.isEmpty { answer += "Content-ID: <response-\(id)\r\n".utf8 }
      answer += "\r\n".utf8 + response.httpText + "\r\n".utf8
    }
    answer += "--\(boundary)--\r\n".utf8
    return EmulatorResponse(
      .ok,
      headerFields: [.contentType: "multipart/mixed; boundary=\(boundary)"],
      body: .bytes(answer)
    )
  }

  /// Parses the request in a part, in HTTP/1.1 format.
  private func call(in part: MultipartBody.Part) throws(StorageFailure) -> EmulatorRequest {
    let text = String(decoding: part.content, as: UTF8.self)
    let lines = text.split(
      maxSplits: 1,
      omittingEmptySubsequences: false,
      whereSeparator: \.isNewline
    )
    let words = lines[0].split(separator: " ")
    guard words.count >= 2, let method = HTTPRequest.Method(String(words[0])) else {
      throw .invalid(
        "A part of the batch does not begin with a request line: \(lines[0].prefix(60))"
      )
    }
    // Clients send either the path or the whole URL.
    let path = words[1].pathOfAddress
    guard !path.hasPrefix("/batch") else { throw .invalid("A batch cannot contain a batch.") }
    var head = HTTPRequest(
      method: method,
      scheme: request.head.scheme,
      authority: request.head.authority,
      path: String(path)
    )
    let rest = lines.count > 1 ? lines[1] : ""
    var bodyStart = rest.endIndex
    for line in rest.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.isEmpty {
        bodyStart = line.endIndex
        break
      }
      let sides = line.split(separator: ":", maxSplits: 1)
      guard sides.count == 2, let name = HTTPField.Name(String(sides[0])) else { continue }
      head.headerFields[name] = String(sides[1].drop { $0 == " " })
    }
    let body = rest[bodyStart...].drop { $0.isNewline }
    return EmulatorRequest(head: head, body: Array(body.utf8))
  }
}

extension Substring {
  /// The path of a URL, or the text itself if it has no scheme.
  fileprivate var pathOfAddress: Substring {
    guard let scheme = firstRange(of: "://") else { return self }
    return self[scheme.upperBound...].drop { $0 != "/" }
  }
}

extension EmulatorResponse {
  /// The response in HTTP/1.1 format.
  fileprivate var httpText: [UInt8] {
    guard case .bytes(let bytes) = body else { return [] }
    var text = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n"
    for field in headerFields { text += "\(field.name.rawName): \(field.value)\r\n" }
    if status != .noContent { text += "Content-Length: \(bytes.count)\r\n" }
    return Array("\(text)\r\n".utf8) + bytes
  }
}
