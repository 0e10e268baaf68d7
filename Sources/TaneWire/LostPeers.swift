#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How the system notices within two minutes that the other end of a connection is gone without a word.
package enum LostPeers {
  /// The options of TCP: asked after a minute of silence, and then every 15 seconds, the other end has missed four
  /// questions.
  package static var options: [(name: CInt, value: CInt)] {
    #if canImport(Darwin)
    [(TCP_KEEPALIVE, 60), (TCP_KEEPINTVL, 15), (TCP_KEEPCNT, 4)]
    #else
    // What is sent and not acknowledged counts as well.
    [(TCP_KEEPIDLE, 60), (TCP_KEEPINTVL, 15), (TCP_KEEPCNT, 4), (TCP_USER_TIMEOUT, 120_000)]
    #endif
  }
}
