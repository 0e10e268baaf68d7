import NIOCore
import NIOPosix

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ServerBootstrap {
  /// Lets the system notice within two minutes that a client is gone which has not said so, as a phone without a
  /// network: what it listens to would be kept for hours.
  func noticingLostClients() -> ServerBootstrap {
    let base = childChannelOption(.socketOption(.so_keepalive), value: 1)
    return Self.lostClientOptions.reduce(base) { bootstrap, option in
      bootstrap.childChannelOption(
        .tcpOption(NIOBSDSocket.Option(rawValue: option.name)),
        value: Int(option.value)
      )
    }
  }

  /// Asked after a minute of silence, and then every 15 seconds, a client has missed four questions.
  private static var lostClientOptions: [(name: CInt, value: CInt)] {
    #if canImport(Darwin)
      [(TCP_KEEPALIVE, 60), (TCP_KEEPINTVL, 15), (TCP_KEEPCNT, 4)]
    #else
      // What is sent and not acknowledged counts as well.
      [(TCP_KEEPIDLE, 60), (TCP_KEEPINTVL, 15), (TCP_KEEPCNT, 4), (TCP_USER_TIMEOUT, 120_000)]
    #endif
  }
}
