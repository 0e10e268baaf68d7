#if Network
import HTTPTypes
import NIOCore
import NIOHTTP1

extension HTTPRequest {
  /// Creates the head of a request from what was read off a connection; nil where a field or the method
  /// is none.
  init?(_ head: HTTPRequestHead) {
    guard let method = HTTPRequest.Method(head.method.rawValue) else { return nil }
    var fields = HTTPFields()
    fields.reserveCapacity(head.headers.count)
    var authority: String?
    for (name, value) in head.headers {
      if name.lowercased() == "host" {
        authority = authority ?? value
      } else if let name = HTTPField.Name(name) {
        fields.append(HTTPField(name: name, value: value))
      }
    }
    self.init(
      method: method,
      scheme: "http",
      authority: authority,
      path: Self.path(of: head.uri),
      headerFields: fields
    )
  }

  /// The path and the query of a target, which a proxy writes with the scheme and the host in front.
  private static func path(of uri: String) -> String {
    guard uri.utf8.first != UInt8(ascii: "/"), uri != "*" else { return uri }
    guard let scheme = uri.firstRange(of: "://") else { return "/" + uri }
    let rest = uri[scheme.upperBound...]
    return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
  }
}

extension HTTPResponseHead {
  init(_ response: EmulatorResponse) {
    let fields = response.headerFields.map { ($0.name.rawName, $0.value) }
    self.init(
      version: .http1_1,
      status: HTTPResponseStatus(statusCode: response.status.code),
      headers: HTTPHeaders(fields)
    )
  }
}

/// Turns the parts of a response that tasks may hand over into those that go onto a connection.
final class ResponsePartHandler: ChannelOutboundHandler, Sendable {
  typealias OutboundIn = HTTPPart<HTTPResponseHead, ByteBuffer>
  typealias OutboundOut = HTTPServerResponsePart

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part: HTTPServerResponsePart =
      switch Self.unwrapOutboundIn(data) {
      case .head(let head): .head(head)
      case .body(let buffer): .body(.byteBuffer(buffer))
      case .end(let fields): .end(fields)
      }
    context.write(Self.wrapOutboundOut(part), promise: promise)
  }
}
#endif
