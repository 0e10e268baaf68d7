#if Network
import NIOCore
import NIOPosix
import TaneServices

extension ServerBootstrap {
  /// Enables TCP keep-alive, which detects within two minutes that a client, such as a phone that
  /// lost its network connection, has vanished.
  ///
  /// The client's listeners would otherwise be retained for hours.
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
