#if Network
import HTTPTypes
import NIOCore
import NIOHTTP1

extension HTTPRequest {
  /// Creates a request head from NIO's head, or returns nil if the method is invalid.
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

  /// Returns the path and query of a target, without the scheme and host that proxies send.
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

/// A handler that converts `Sendable` message parts to NIO's types.
final class MessagePartHandler<Head: Sendable & Equatable>: ChannelOutboundHandler, Sendable {
  typealias OutboundIn = HTTPPart<Head, ByteBuffer>
  typealias OutboundOut = HTTPPart<Head, IOData>

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part: OutboundOut =
      switch Self.unwrapOutboundIn(data) {
      case .head(let head): .head(head)
      case .body(let buffer): .body(.byteBuffer(buffer))
      case .end(let fields): .end(fields)
      }
    context.write(Self.wrapOutboundOut(part), promise: promise)
  }
}
#endif
