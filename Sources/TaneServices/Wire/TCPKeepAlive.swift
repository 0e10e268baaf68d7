#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The TCP settings that detect within two minutes that a connection's peer has vanished.
package enum TCPKeepAlive {
  /// The TCP options: a keep-alive probe after a minute of silence, then every 15 seconds; the
  /// connection is closed after four unanswered probes.
  package static var options: [(name: CInt, value: CInt)] {
    #if canImport(Darwin)
    [(TCP_KEEPALIVE, 60), (TCP_KEEPINTVL, 15), (TCP_KEEPCNT, 4)]
    #else
    // Linux has a separate timeout for unacknowledged data.
    [(TCP_KEEPIDLE, 60), (TCP_KEEPINTVL, 15), (TCP_KEEPCNT, 4), (TCP_USER_TIMEOUT, 120_000)]
    #endif
  }
}
