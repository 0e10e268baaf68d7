#if Network
import NIOCore
import NIOPosix
import TaneWire

extension ServerBootstrap {
  /// Lets the system notice within two minutes that a client is gone which has not said so, as a phone without a
  /// network: what it listens to would be kept for hours.
  func noticingLostClients() -> ServerBootstrap {
    let base = childChannelOption(.socketOption(.so_keepalive), value: 1)
    return LostPeers.options.reduce(base) { bootstrap, option in
      bootstrap.childChannelOption(
        .tcpOption(NIOBSDSocket.Option(rawValue: option.name)),
        value: Int(option.value)
      )
    }
  }
}
#endif
