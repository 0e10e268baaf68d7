#if Network
import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A handler that reports the first of consecutive failures to accept a connection.
///
/// NIO retries after a second.
final class AcceptFailures: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private let name: String
  private let notice: @Sendable (String) -> Void
  private var hasReported = false

  init(of name: String, notice: @escaping @Sendable (String) -> Void) {
    self.name = name
    self.notice = notice
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    hasReported = false
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if !hasReported { notice(Self.message(name, error)) }
    hasReported = true
    context.fireErrorCaught(error)
  }

  private static func message(_ name: String, _ error: any Error) -> String {
    switch (error as? IOError)?.errnoCode {
    case EMFILE, ENFILE:
      "\(name): cannot accept more connections: too many files are open; new clients wait until others"
        + " disconnect; raise the limit with ulimit -n"
    default: "\(name): cannot accept a connection: \(error); trying again"
    }
  }
}
#endif
