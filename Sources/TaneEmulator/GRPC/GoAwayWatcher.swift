#if Network
import NIOCore
import NIOHTTP2

/// Acts once NIO has sent GOAWAY, as it does where a client breaks the protocol: the connection itself would stay open.
struct GoAwayWatcher: NIOHTTP2FrameDelegate {
  let eventLoop: any EventLoop
  let action: () -> Void

  func wroteFrame(_ frame: HTTP2Frame) {
    guard case .goAway = frame.payload else { return }
    // The frame itself is still to be written.
    eventLoop.assumeIsolated().execute(action)
  }
}
#endif
