#if Network
import NIOCore
import NIOPosix
import TaneWire

extension ServerBootstrap {
  /// Detects within two minutes a client that vanished silently, as a phone without a network does: its listeners
  /// would be kept for hours.
  func enablingTCPKeepAlive() -> ServerBootstrap {
    let base = childChannelOption(.socketOption(.so_keepalive), value: 1)
    return TCPKeepAlive.options.reduce(base) { bootstrap, option in
      bootstrap.childChannelOption(
        .tcpOption(NIOBSDSocket.Option(rawValue: option.name)),
        value: Int(option.value)
      )
    }
  }
}
#endif
