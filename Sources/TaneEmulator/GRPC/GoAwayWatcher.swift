#if Network
import NIOCore
import NIOHTTP2

/// A watcher that runs an action once NIO has sent GOAWAY because a client violated the protocol;
/// NIO keeps such a connection open.
struct GoAwayWatcher: NIOHTTP2FrameDelegate {
  let eventLoop: any EventLoop
  let action: () -> Void

  func wroteFrame(_ frame: HTTP2Frame) {
    guard case .goAway = frame.payload else { return }
    // Deferred, because the frame has not been written yet.
    eventLoop.assumeIsolated().execute(action)
  }
}
#endif
